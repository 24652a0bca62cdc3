//! A private network: a TLS server with a certificate of its own authority, and a proxy that leads to it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, Stream};

/// A TLS server on loopback.
#[derive(Debug)]
pub struct PrivateServer {
    /// Its socket.
    pub socket: SocketAddr,
    /// The certificate of its authority, as PEM.
    pub authority: String,
}

impl PrivateServer {
    /// Starts a server for this host that responds to every request with this JSON text.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no free port, or if the certificates cannot be made.
    pub fn start(host: &str, text: &'static str) -> io::Result<Self> {
        let mut params = CertificateParams::new(Vec::new()).map_err(io::Error::other)?;
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().map_err(io::Error::other)?;
        let authority = CertifiedIssuer::self_signed(params, key).map_err(io::Error::other)?;
        let key = KeyPair::generate().map_err(io::Error::other)?;
        let params = CertificateParams::new([host.to_owned()]).map_err(io::Error::other)?;
        let certificate = params.signed_by(&key, &authority).map_err(io::Error::other)?;
        let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()));
        let config = config.with_safe_default_protocol_versions().map_err(io::Error::other)?.with_no_client_auth();
        let key = PrivateKeyDer::try_from(key.serialize_der()).map_err(io::Error::other)?;
        let config = config.with_single_cert(vec![certificate.der().clone()], key).map_err(io::Error::other)?;
        let config = Arc::new(config);
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let server = Self { socket: listener.local_addr()?, authority: authority.pem() };
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let config = Arc::clone(&config);
                // A client that does not trust the certificate closes the connection.
                thread::spawn(move || respond(stream, config, text));
            }
        });
        Ok(server)
    }
}

fn respond(mut socket: TcpStream, config: Arc<ServerConfig>, text: &str) -> io::Result<()> {
    let mut connection = ServerConnection::new(config).map_err(io::Error::other)?;
    let mut stream = Stream::new(&mut connection, &mut socket);
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte)?;
        head.push(byte[0]);
    }
    let length = text.len();
    let kind = "content-type: application/json";
    write!(stream, "HTTP/1.1 200 OK\r\n{kind}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{text}")?;
    connection.send_close_notify();
    connection.complete_io(&mut socket).map(drop)
}

/// A proxy that leads every `CONNECT` to one server.
#[derive(Debug)]
pub struct Proxy {
    /// Its address, such as `http://127.0.0.1:3128`.
    pub address: String,
    hosts: Arc<Mutex<Vec<String>>>,
}

impl Proxy {
    /// Starts a proxy.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no free port.
    pub fn start(target: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let proxy = Self { address: format!("http://{}", listener.local_addr()?), hosts: Arc::default() };
        let hosts = Arc::clone(&proxy.hosts);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let hosts = Arc::clone(&hosts);
                thread::spawn(move || connect(stream, target, &hosts));
            }
        });
        Ok(proxy)
    }

    /// Returns the hosts and ports of all requests.
    #[must_use]
    pub fn hosts(&self) -> Vec<String> {
        self.hosts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn connect(stream: TcpStream, target: SocketAddr, hosts: &Mutex<Vec<String>>) -> io::Result<()> {
    let mut received = BufReader::new(stream.try_clone()?);
    let mut line = String::new();
    received.read_line(&mut line)?;
    let host = line.strip_prefix("CONNECT ").and_then(|line| line.split(' ').next()).unwrap_or(&line);
    hosts.lock().unwrap_or_else(PoisonError::into_inner).push(host.to_owned());
    while !line.trim().is_empty() {
        line.clear();
        received.read_line(&mut line)?;
    }
    let mut sent = stream;
    write!(sent, "HTTP/1.1 200 OK\r\n\r\n")?;
    let mut there = TcpStream::connect(target)?;
    let mut back = there.try_clone()?;
    thread::spawn(move || io::copy(&mut back, &mut sent));
    io::copy(&mut received, &mut there).map(drop)
}
