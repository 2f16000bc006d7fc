import { mount } from "svelte";
import App from "./App.svelte";
import { steady } from "./press";
import "./style.css";
import "./table.css";

const target = document.getElementById("app");
steady();
if (target) mount(App, { target });
// Says in the reader's language that there is no connection; it can wait until the page stands.
if (import.meta.env.PROD && "serviceWorker" in navigator) addEventListener("load", () => setTimeout(() => navigator.serviceWorker.register("/sw.js").catch(() => {}), 3000));
