import type { SVGProps } from "react";

const shapes = {
  overview: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  connect: "M9 15l6-6M10.5 6.5l2-2a4.2 4.2 0 0 1 6 6l-2 2M13.5 17.500l-2 2a4.2 4.2 0 0 1-6-6l2-2",
  status: "M3 12h4l3-8 4 16 3-8h4",
  maintenance: "M12 3v9M6.5 6.5a8 8 0 1 0 11 0",
  versions: "M4 18h16M7 18v-6M12 18V6M17 18v-9",
  messages: "M4 5h16v11H10l-5 4v-4H4z",
  instances: "M4 4h16v6H4zM4 14h16v6H4zM7.5 7h.01M7.5 17h.01",
  keys: "M4 15.5a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0M11.5 12L20 3.5M15.5 8l3 3",
  test: "M6 4l13 8-13 8z",
  activity: "M4 12a8 8 0 1 0 3-6M4 4v4h4M12 8v5l3 2",
  proposals: "M5 3h9l5 5v13H5zM9 14l2 2 4-4",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4",
  people:
    "M5.5 8a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M3 20c0-4 2.5-6 6-6s6 2 6 6M15.5 4.8a3.5 3.5 0 0 1 0 6.4M18 14.5c2 .8 3 2.5 3 5.5",
  tokens: "M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6z",
  webhooks: "M4 4v6a4 4 0 0 0 4 4h12M15 9l5 5-5 5",
  edges:
    "M9.5 5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M2.5 18.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M16.5 18.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M10.8 7.3L6.2 16.3M13.2 7.3L17.8 16.3",
  log: "M4 12a8 8 0 1 0 3-6M4 4v4h4M9 10h6v2H9zM9 14h6v2H9z",
  undo: "M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  plus: "M12 5v14M5 12h14",
  check: "M5 12l5 5L19 7",
  download: "M12 4v11M7 10l5 5 5-5M5 20h14",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  search: "M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.5 15.5L21 21",
  account: "M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4 21c0-5 3-7 8-7s8 2 8 7",
  help: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 18h.01",
  edit: "M4 20l1-5L16 4l4 4L9 19zM13 7l4 4",
  remove: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10 11v5M14 11v5",
  warning: "M12 4l9 16H3zM12 10v4M12 17h.01",
  up: "M12 19V6M6 12l6-6 6 6",
  updown: "M8 10l4-4 4 4M8 14l4 4 4-4",
  left: "M14 6l-6 6 6 6",
  right: "M10 6l6 6-6 6",
  repeat: "M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4",
  calendar: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4",
  sun: "M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 3v1M12 20v1M3 12h1M20 12h1M5.6 5.6l.7.7M17.7 17.7l.7.7M18.4 5.6l-.7.7M6.3 17.7l-.7.7",
  moon: "M20 14.500A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.500z",
} as const;

export type IconName = keyof typeof shapes;

/** Hidden from screen readers: the text beside it says the same. @param size in rem */
export function Icon({ name, size = 1.125 }: { readonly name: IconName; readonly size?: number }) {
  return <Drawing shape={shapes[name]} size={size} strokeWidth={1.75} />;
}

export function Drawing({ shape, size, ...props }: SVGProps<SVGSVGElement> & { readonly shape: string; readonly size: number }) {
  return (
    <svg
      {...props}
      viewBox="0 0 24 24"
      width={`${size}rem`}
      height={`${size}rem`}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable={false}
    >
      <path d={shape} />
    </svg>
  );
}
