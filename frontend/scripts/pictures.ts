import type { Plugin } from "vite";
import { PICTURES, pictureFiles, toneRules } from "./pictureFiles.ts";

/**
 * Adds every picture of shared/pictures to the assets, under the names that ui/Picture uses, and fills
 * shared/pictures/tones.css with their placeholder colours.
 */
export function pictures(): Plugin {
  let forBrowsers = false;
  return {
    name: "pictures",
    enforce: "pre",
    configResolved({ command, build }) {
      forBrowsers = command === "build" && !build.ssr;
    },
    buildStart() {
      if (!forBrowsers) return;
      for (const [name, source] of pictureFiles()) {
        this.emitFile({ type: "asset", fileName: `assets/${name}`, source });
      }
    },
    configureServer({ config, middlewares }) {
      const files = pictureFiles();
      middlewares.use(`${config.base}assets`, ({ url = "" }, response, next) => {
        const content = files.get(url.slice(1));
        if (content) response.setHeader("Content-Type", `image/${url.split(".").at(-1)}`).end(content);
        else next();
      });
    },
    load(id) {
      return id.split("?")[0] === `${PICTURES}/tones.css` ? toneRules() : null;
    },
  };
}
