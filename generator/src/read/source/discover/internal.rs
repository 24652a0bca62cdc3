//! Addresses of this machine and of private networks, which a page on a public server must not make Bindery request.

use std::net::{IpAddr, Ipv6Addr};

use url::Url;

/// Returns `true` if the server of a page may name an address: a public one names no internal addresses. A name may have
/// addresses of both kinds.
pub(super) fn may_name(page: &Url, url: &Url) -> bool {
    let is_internal_page = || {
        let flags = internal_flags(page);
        !flags.is_empty() && !flags.contains(&false)
    };
    !internal_flags(url).contains(&true) || is_internal_page()
}

/// Returns, for each IP address of a host, `true` if it is this machine or in a private network. A name without addresses
/// is public: a proxy may know it.
fn internal_flags(url: &Url) -> Vec<bool> {
    let host = url.host_str().unwrap_or_default().trim_end_matches('.');
    let is_in = |domain: &str| host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    if ["localhost", "local", "internal"].into_iter().any(is_in) {
        return vec![true];
    }
    let addresses = url.socket_addrs(|| None).unwrap_or_default();
    addresses.iter().map(|address| is_internal_ip(address.ip())).collect()
}

fn is_internal_ip(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => {
            let is_shared = ip.octets()[0] == 100 && ip.octets()[1] & 0xc0 == 64;
            ip.is_loopback() || ip.is_private() || ip.is_link_local() || ip.is_unspecified() || is_shared
        }
        IpAddr::V6(ip) => {
            ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local() || ip == Ipv6Addr::UNSPECIFIED
        }
    }
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::may_name;

    #[test]
    fn a_public_page_names_no_internal_address() {
        let public = Url::parse("https://93.184.216.34/docs").unwrap();
        let local = Url::parse("http://127.0.0.1:8080/docs").unwrap();
        for internal in [
            "http://127.0.0.1:8080/o.json",
            "http://127.1/o.json",
            "http://localhost/o.json",
            "http://api.localhost./o.json",
            "http://printer.local/o.json",
            "http://10.1.2.3/o.json",
            "http://172.16.0.1/o.json",
            "http://192.168.1.1/o.json",
            "http://169.254.169.254/latest",
            "http://100.64.0.1/o.json",
            "http://0.0.0.0/o.json",
            "http://[::1]/o.json",
            "http://[::ffff:127.0.0.1]/o.json",
            "http://[fe80::1]/o.json",
            "http://[fd00::1]/o.json",
        ] {
            let url = Url::parse(internal).unwrap();
            assert!(!may_name(&public, &url) && may_name(&local, &url), "{internal}");
        }
        for other in ["https://8.8.8.8/o.json", "https://[2606:4700::1111]/o.json"] {
            let url = Url::parse(other).unwrap();
            assert!(may_name(&public, &url) && may_name(&local, &url), "{other}");
        }
    }
}
