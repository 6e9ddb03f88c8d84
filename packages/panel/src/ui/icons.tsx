import type { ReactNode } from 'react';

/** Paths in a 24 by 24 box with a stroke of 1.75. Icons are decorative: text beside them or the label of their button has the meaning. */
const shapes = {
  home: 'M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  flow: 'M12 3v5m0 0a3 3 0 1 0 .01 0M12 14v2m0 0H6v4m6-4h6v4',
  run: 'M7 4l12 8-12 8z',
  message: 'M4 5h16v11H9l-5 4z',
  cart: 'M3 4h2l2.4 11h10l2-8H6M9 20a1 1 0 1 0 .01 0M17 20a1 1 0 1 0 .01 0',
  receipt: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  percent: 'M6 18L18 6M7.5 10a2.5 2.5 0 1 0-.010 0M16.5 19a2.5 2.5 0 1 0-.010 0',
  person: 'M12 12a4 4 0 1 0-.01 0M5 20c1-4 4-5 7-5s6 1 7 5',
  team: 'M9 11a3.5 3.5 0 1 0-.01 0M3 19c.6-3.4 3-5 6-5s5.4 1.6 6 5M16 5a3.5 3.5 0 0 1 0 6M18 14c1.8.700 2.7 2.5 3 5',
  inbox: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1 2h4l1-2h5',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  key: 'M14 10a4 4 0 1 0-3.5 4L12 16h2v2h2v2h4v-3l-6.5-6.5',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  bolt: 'M13 3L5 14h6l-1 7 8-11h-6z',
  clock: 'M12 21a9 9 0 1 0-.01 0M12 7v5l3 2',
  whatsapp: 'M4 20l1.3-4A8 8 0 1 1 8 18.700zM9 9c0 3.5 2.5 6 6 6l.500-2-2-1-1 1c-1-.500-1.7-1.2-2-2l1-1-1-2z',
  email: 'M3 6h18v12H3zM3 7l9 7 9-7',
  phone: 'M6 3h3l2 5-2.500 1.500a11 11 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3z',
  send: 'M21 3L10 14M21 3l-7 18-4-7-7-4z',
  braces: 'M9 4c-3 0-3 1-3 4s-1 4-3 4c2 0 3 1 3 4s0 4 3 4M15 4c3 0 3 1 3 4s1 4 3 4c-2 0-3 1-3 4s0 4-3 4',
  sms: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  split: 'M12 3v6m0 0l-6 5v6m6-11l6 5v6',
  loop: 'M17 3l3 3-3 3M20 6H8a4 4 0 0 0-4 4v1M7 21l-3-3 3-3M4 18h12a4 4 0 0 0 4-4v-1',
  flag: 'M6 21V4h12l-2 4 2 4H6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  check: 'M5 12l5 5 9-11',
  cross: 'M6 6l12 12M18 6L6 18',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.010',
  info: 'M12 21a9 9 0 1 0-.01 0M12 11v5M12 8v.010',
  search: 'M10.5 17a6.5 6.5 0 1 0-.010 0M15.5 15.500L20 20',
  filter: 'M4 5h16l-6 8v5l-4 2v-7z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  pencil: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  undo: 'M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  redo: 'M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6',
  download: 'M12 4v11m0 0l-4-4m4 4l4-4M4 20h16',
  upload: 'M12 16V4m0 0L8 8m4-4l4 4M4 20h16',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 4l12 8-12 8z',
  menu: 'M4 6h16M4 12h16M4 18h16',
  more: 'M5 12h.010M12 12h.010M19 12h.010',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  up: 'M5 15l7-7 7 7',
  link: 'M10 14a4 4 0 0 0 6 .500l3-3a4 4 0 0 0-6-6l-1.5 1.500M14 10a4 4 0 0 0-6-.500l-3 3a4 4 0 0 0 6 6l1.5-1.5',
  external: 'M14 4h6v6M20 4l-9 9M11 5H5v14h14v-6',
  leave: 'M10 4H5v16h5M9 12h11m0 0l-4-4m4 4l-4 4',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 15a3 3 0 1 0-.010 0',
  sun: 'M12 16a4 4 0 1 0-.010 0M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.600L7 7M17 17l1.4 1.400M5.6 18.400L7 17M17 7l1.4-1.4',
  moon: 'M20 14A8 8 0 1 1 10 4a6.5 6.5 0 0 0 10 10z',
  globe: 'M12 21a9 9 0 1 0-.010 0M3 12h18M12 3c3 3 4 6 4 9s-1 6-4 9c-3-3-4-6-4-9s1-6 4-9',
  store: 'M4 9l1.5-5h13L20 9M4 9h16M5 9v11h14V9M10 20v-6h4v6',
  truck: 'M3 6h11v10H3zM14 10h4l3 3v3h-7M7 19a1.5 1.5 0 1 0-.010 0M17 19a1.5 1.5 0 1 0-.010 0',
  palette: 'M12 21a9 9 0 1 1 9-9c0 3-2 3-4 3h-2c-2 0-2 2-1 3s0 3-2 3zM8 11v.010M12 8v.010M16 11v.010',
  spark: 'M12 3l2 7 7 2-7 2-2 7-2-7-7-2 7-2z',
  chart: 'M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6',
  code: 'M9 7l-5 5 5 5M15 7l5 5-5 5',
  list: 'M9 6h11M9 12h11M9 18h11M5 6v.010M5 12v.010M5 18v.010',
  history: 'M4 12a8 8 0 1 0 3-6M4 4v4h4M12 8v4l3 2',
  refresh: 'M20 11a8 8 0 0 0-14-4L4 9M4 4v5h5M4 13a8 8 0 0 0 14 4l2-2M20 20v-5h-5',
  expand: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  map: 'M4 6l5-2 6 2 5-2v14l-5 2-6-2-5 2zM9 4v14M15 6v14',
  pix: 'M12 3l9 9-9 9-9-9zM7.5 7.500h1.500l3 3 3-3h1.500M7.5 16.500h1.500l3-3 3 3h1.500',
  card: 'M3 6h18v12H3zM3 10h18M6 14.500h4',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  shield: 'M12 3l8 3v6c0 5-3.500 8-8 9-4.500-1-8-4-8-9V6zM9 12l2 2 4-4',
  flask: 'M9 3h6M10 3v6l-5 9a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-9V3M8 15h8',
  ring: 'M12 18a6 6 0 1 0-.01 0',
  back: 'M8 5L4 9l4 4M4 9h10a5 5 0 0 1 0 10H8',
  note: 'M5 4h14v11l-5 5H5zM14 20v-5h5M9 9h6M9 13h3',
  grip: 'M9 6h.010M15 6h.010M9 12h.010M15 12h.010M9 18h.010M15 18h.010',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof shapes;

/** An icon, `size` pixels wide. */
export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }): ReactNode => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={name === 'more' || name === 'grip' ? 3 : 1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    style={{ flexShrink: 0 }}
  >
    <path d={shapes[name]} />
  </svg>
);
