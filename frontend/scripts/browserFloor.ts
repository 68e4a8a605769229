/** The oldest browsers that order and do every staff job, by the names of MDN's compatibility data. */
export const BROWSER_FLOOR = {
  chrome: "94",
  chrome_android: "94",
  webview_android: "94",
  samsunginternet_android: "17.0",
  safari: "15.4",
  safari_ios: "15.4",
  firefox: "102",
} as const;

/** The same for Vite, which lowers syntax and prefixes properties. Samsung Internet 17 is Chromium 96. */
export const BUILD_TARGET = [
  `chrome${BROWSER_FLOOR.chrome}`,
  `safari${BROWSER_FLOOR.safari}`,
  `ios${BROWSER_FLOOR.safari_ios}`,
  `firefox${BROWSER_FLOOR.firefox}`,
];
