//! Who sends a request: the address, the site, the person behind the cookie.

use super::{Problem, blocking};
use crate::app::App;
use crate::store::Person;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, StatusCode, header};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

/// The name of the cookie.
pub(super) const COOKIE: &str = "partie";
/// Letters of a cookie: 260 bits.
pub(super) const TOKEN: usize = 52;

/// The address a request comes from.
pub(super) fn address(app: &App, extensions: &Extensions, headers: &HeaderMap) -> IpAddr {
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

/// Whether a request comes from one of our own pages (or from no page at all).
pub(super) fn same_site(app: &App, headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|v: &axum::http::HeaderValue| v.to_str().ok());
    let Some(origin) = text(header::ORIGIN) else { return true };
    let host = |url: &str| url.split_once("://").map(|(_, rest)| rest.trim_end_matches('/').to_string());
    let from = host(origin);
    let ours = app.config.base_url.as_deref().and_then(host);
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
    let age = if token.is_empty() { 0 } else { 365 * 24 * 3600 };
    let secure = if secure { "; Secure" } else { "" };
    format!("{COOKIE}={token}; HttpOnly; SameSite=Lax; Path=/; Max-Age={age}{secure}")
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
