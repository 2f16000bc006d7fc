// Icons of the tools, drawn as one stroke on a field of 24.

export const ICONS = {
  book: "M4,5q4,-2 8,0v14q-4,-2 -8,0ZM20,5q-4,-2 -8,0v14q4,-2 8,0Z",
  sound: "M4,9v6h4l5,4v-14l-5,4ZM16,9q3,3 0,6M18.5,6.5q5,5.5 0,11",
  mute: "M4,9v6h4l5,4v-14l-5,4ZM17,9.500l5,5M22,9.500l-5,5",
  more: "M5,12h.1M12,12h.1M19,12h.1",
  menu: "M4,7h16M4,12h16M4,17h16",
  hint: "M9,18h6M10,21h4M8,14q-3,-3 -2,-6q1.5,-5 6,-5t6,5q1,3 -2,6Z",
  undo: "M9,7l-5,4l5,4M4,11h10q6,0 6,7",
  chat: "M4,5h16v11h-9l-4,4v-4H4Z",
  pad: "M6,3h12v18H6ZM9,8h6M9,12h6M9,16h4",
  find: "M10.5,4a6.5,6.5 0 1 0 .1,0M15.5,15.500L21,21",
  look: "M12,3a9,9 0 1 0 9,9q0,-3 -3,-3h-3q-2,0 -2,-2q0,-1 1,-2q0,-2 -2,-2ZM7.500,9h.1M6.500,13.500h.1M10,17h.1",
  close: "M6,6L18,18M18,6L6,18",
  back: "M15,5l-7,7l7,7",
  first: "M17,5l-7,7l7,7M7,5v14",
  prev: "M15,5l-7,7l7,7",
  next: "M9,5l7,7l-7,7",
  last: "M7,5l7,7l-7,7M17,5v14",
  share: "M8,12l8,-5M8,12l8,5M6,9.500a2.500,2.500 0 1 0 .1,0M18,4a2.500,2.500 0 1 0 .1,0M18,15a2.500,2.500 0 1 0 .1,0",
  seal: "M12,3l7,3v5q0,7 -7,10q-7,-3 -7,-10v-5Z",
  sealed: "M12,3l7,3v5q0,7 -7,10q-7,-3 -7,-10v-5ZM8.500,12l2.500,2.500l4.500,-5",
  unsealed: "M12,3l7,3v5q0,7 -7,10q-7,-3 -7,-10v-5ZM9.500,9.500l5,5M14.500,9.500l-5,5",
  keys: "M3,7h18v10H3ZM7,11h.1M11,11h.1M15,11h.1M8,14h8",
} as const;

export type IconName = keyof typeof ICONS;
