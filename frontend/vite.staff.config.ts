import { defineConfig } from "vite";

/** The staff's style sheet and scripts, apart from the storefront's: the server serves them below /static/staff/. */
export default defineConfig({
  base: "/static/staff/",
  publicDir: false,
  build: {
    outDir: `${process.env.OOTTAM_STOREFRONT ?? "dist"}/staff`,
    emptyOutDir: false, // scripts/build.mjs cleans once, before all builds
    manifest: "manifest.json",
    assetsInlineLimit: 0, // the content security policy allows no data: addresses
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: { input: ["staff/staff.css", "staff/pulse.ts", "staff/status.css"] },
    reportCompressedSize: false,
  },
});
