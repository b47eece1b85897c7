//! Prints an input of a regime, of about as many bytes as asked, to time other programs on it:
//!
//! ```text
//! cargo run --release --example regime -- mixed 1000000 > pairs.txt
//! ```

use std::io::{self, Write as _};
use wythoff::Problem;
use wythoff::workload::{REGIMES, Workload};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(name), Some(size)) = (args.next(), args.next()) else {
        return Err("usage: regime NAME BYTES; `wythoff bench --help` lists the names".into());
    };
    let regime = REGIMES.iter().find(|regime| regime.name == name);
    let mut left = size.parse::<usize>()?;
    let workload = Workload::of_regime(1, *regime.ok_or("no such regime")?, &Problem::default())?;
    let mut text = Vec::new();
    for block in 0.. {
        if left == 0 {
            break;
        }
        text.clear();
        workload.append_block(block, &mut text);
        io::stdout().write_all(&text)?;
        left = left.saturating_sub(text.len());
    }
    Ok(())
}
