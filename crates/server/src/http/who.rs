//! Who sends a request: the address, the site, the person behind the cookie.

use super::{Problem, blocking};
use crate::app::App;
use crate::limits::subscriber;
use crate::store::{OLDEST, Person};
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, StatusCode, header};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, LazyLock};

/// The name of the cookie.
pub(super) const COOKIE: &str = "partie";
/// Letters of a cookie: 260 bits.
pub(super) const TOKEN: usize = 52;

/// The subscriber a request comes from.
pub(super) fn address(app: &App, extensions: &Extensions, headers: &HeaderMap) -> IpAddr {
    subscriber(exact_address(app, extensions, headers))
}

fn exact_address(app: &App, extensions: &Extensions, headers: &HeaderMap) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    if app.config.proxied {
        // The proxy appends the address it saw; what stands before it is the client's own claim.
        let forwarded = headers.get("x-forwarded-for").and_then(|v| v.to_str().ok());
        if let Some(ip) = forwarded.and_then(|v| v.rsplit(',').next()).and_then(|v| v.trim().parse().ok()) {
            return ip;
        }
    }
    peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

/// Whether a request comes from a program on this machine, not through a proxy.
pub(super) fn from_here(app: &App, extensions: &Extensions, headers: &HeaderMap) -> bool {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip().to_canonical());
    let passed_on = headers.contains_key("x-forwarded-for") || headers.contains_key(header::FORWARDED);
    peer.is_some_and(|ip| ip.is_loopback()) && !passed_on && !app.config.proxied
}

/// The name and port by which a client calls this server: `Err` if it is not one of its names. Whoever gets a browser to
/// take a foreign name for this address (DNS rebinding) is refused by that; an address in numbers cannot be taken over.
pub(super) fn host<'h>(app: &App, headers: &'h HeaderMap) -> Result<Option<&'h str>, &'h str> {
    let Some(value) = headers.get(header::HOST) else { return Ok(None) };
    let Ok(text) = value.to_str() else { return Err("") };
    let name = match text.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => text,
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._:[]".contains(c);
    if name.is_empty() || !text.chars().all(plain) {
        return Err(text);
    }
    let number = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
    let named = |other: &str| name.trim_end_matches('.').eq_ignore_ascii_case(other);
    let local = named("localhost") || name.to_ascii_lowercase().ends_with(".localhost");
    let base = app.config.base_url.as_deref().and_then(site);
    let base = base
        .is_some_and(|base| text.eq_ignore_ascii_case(&base) || named(base.split(':').next().unwrap_or("")));
    let machine = HOSTNAME.as_deref().is_some_and(|host| named(host) || named(&format!("{host}.local")));
    // A proxy has looked at the name already.
    if number || local || base || machine || app.config.proxied { Ok(Some(text)) } else { Err(text) }
}

/// The name of this machine.
static HOSTNAME: LazyLock<Option<String>> = LazyLock::new(|| {
    let text = std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
    Some(text.trim().to_string()).filter(|name| !name.is_empty())
});

/// The name and port in an address of the web.
fn site(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("://")?;
    rest.split('/').next().map(str::to_string)
}

/// Whether a request comes from one of our own pages (or from no page at all).
pub(super) fn same_site(app: &App, headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|v: &axum::http::HeaderValue| v.to_str().ok());
    let Some(origin) = text(header::ORIGIN) else { return true };
    let from = site(origin);
    let ours = app.config.base_url.as_deref().and_then(site);
    from.is_some() && (from.as_deref() == text(header::HOST) || from == ours)
}

/// The value of our cookie.
pub(super) fn token(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|v| v.to_str().ok());
    let mut pairs = cookies.flat_map(|v| v.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value.to_string())
}

/// The header that sets our cookie (or, with an empty token, removes it).
pub(super) fn cookie(app: &App, token: &str) -> String {
    let secure = app.config.base_url.as_deref().is_some_and(|url| url.starts_with("https://"));
    let age = if token.is_empty() { 0 } else { OLDEST };
    let secure = if secure { "; Secure" } else { "" };
    format!("{COOKIE}={token}; HttpOnly; SameSite=Lax; Path=/; Max-Age={age}{secure}")
}

/// What is kept of the token of a request's session.
pub(super) fn session(headers: &HeaderMap) -> Vec<u8> {
    token(headers).map_or(Vec::new(), |token| crate::store::hash(&token))
}

/// The person behind the cookie; a request without one is refused.
pub(super) struct Known(pub(super) Person);

impl FromRequestParts<Arc<App>> for Known {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Known, Problem> {
        let unknown = || Problem::new(StatusCode::UNAUTHORIZED, "no session; ask /api/me for one");
        let token = token(&parts.headers).ok_or_else(unknown)?;
        let person = blocking(app, move |app| Ok(app.store.session(&token)?)).await?;
        person.map(Known).ok_or_else(unknown)
    }
}

/// The address of a request, for limits of their own.
pub(super) struct From(pub(super) IpAddr);

impl FromRequestParts<Arc<App>> for From {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<From, Self::Rejection> {
        Ok(From(address(app, &parts.extensions, &parts.headers)))
    }
}
