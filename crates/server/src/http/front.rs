//! The front end, embedded in the binary; where it was not built, a page that says how to.

use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Dist;

const UNBUILT: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Partie</title>\
<h1>The front end is not built</h1><p>The server runs, its API is at <a href=/api/openapi.json>/api/openapi.json</a>. \
To build the pages: <pre>cd web\nnpm ci\nnpm run build</pre><p>then build the server again, or run <code>make</code>.";

fn media(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        "json" => "application/json",
        _ => "application/octet-stream",
    }
}

/// A file of the front end. Addresses without a file are pages of the one application.
pub(super) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let asset = path.starts_with("assets/");
    let name = if path.is_empty() || (Dist::get(path).is_none() && !asset) { "index.html" } else { path };
    let Some(plain) = Dist::get(name) else {
        if asset {
            return StatusCode::NOT_FOUND.into_response();
        }
        return Html(UNBUILT).into_response();
    };
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|v| v.to_str().ok()).unwrap_or("");
    let squeezed = [("br", "br"), ("gzip", "gz")]
        .into_iter()
        .filter(|(encoding, _)| accepted.contains(encoding))
        .find_map(|(encoding, ending)| Some((encoding, Dist::get(&format!("{name}.{ending}"))?)));
    let (encoding, data) = squeezed.map_or((None, plain.data), |(e, file)| (Some(e), file.data));
    let mut response = data.into_owned().into_response();
    let h = response.headers_mut();
    h.insert(header::CONTENT_TYPE, HeaderValue::from_static(media(name)));
    // Names of assets hold a hash of their content; everything else is asked for again.
    let age = if asset { "public, max-age=31536000, immutable" } else { "no-cache" };
    h.insert(header::CACHE_CONTROL, HeaderValue::from_static(age));
    h.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        h.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}
