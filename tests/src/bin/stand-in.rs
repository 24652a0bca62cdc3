//! The stand-in service as a program. It prints its address and a token for each user, and runs until it is killed.

use std::net::SocketAddr;

use bindery_tests::stand_in::{Options, Published, Publishing, StandIn};
use clap::Parser;

/// A server that behaves like the project-management service
#[derive(Debug, Parser)]
#[command(name = "stand-in")]
struct Arguments {
    /// The port; any free one by default
    #[arg(long, default_value_t = 0)]
    port: u16,

    /// Publish the description itself at /api, instead of a page that names it
    #[arg(long)]
    direct: bool,

    /// Be the server after an upgrade: publish its description, and behave like it
    #[arg(long)]
    upgraded: bool,

    /// Publish the complete description, with names and errors
    #[arg(long)]
    full: bool,

    /// Answer a missing token with 403 and an empty body, as real servers do
    #[arg(long)]
    bare: bool,
}

fn main() -> std::io::Result<()> {
    let arguments = Arguments::parse();
    let stand_in = StandIn::start(Options {
        address: SocketAddr::from(([127, 0, 0, 1], arguments.port)),
        publishing: if arguments.direct { Publishing::Direct } else { Publishing::Page },
        published: Published { is_complete: arguments.full, is_upgraded: arguments.upgraded },
        bare: arguments.bare,
        ..Options::default()
    })?;
    println!("address: {}", stand_in.address());
    for (user, title) in stand_in.users() {
        println!("token ({title}): {}", stand_in.token(user));
    }
    loop {
        std::thread::park();
    }
}
