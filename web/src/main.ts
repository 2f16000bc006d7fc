import { mount } from "svelte";
import App from "./App.svelte";
import { steady } from "./press";
import "./style.css";
import "./table.css";

const target = document.getElementById("app");
steady();
if (target) mount(App, { target });
