// How wide things are drawn, told by one observer for all of them. Asking an element for its width while the page is being
// changed would lay the whole page out each time; the observer tells after the layout that is made anyway, before the paint.

const told = new WeakMap<Element, (width: number) => void>();
let observer: ResizeObserver | null = null;

/** Calls back with the width of an element whenever it changes. An attachment of Svelte. */
export const measured =
  (tell: (width: number) => void) =>
  (element: Element): (() => void) => {
    observer ??= new ResizeObserver((entries) => {
      for (const entry of entries) told.get(entry.target)?.(entry.contentRect.width);
    });
    told.set(element, tell);
    observer.observe(element);
    return () => {
      observer?.unobserve(element);
      told.delete(element);
    };
  };
