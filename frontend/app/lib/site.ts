import site from "@contract/site.json";

/** The cafe's own configuration: names, numbers, addresses and links (contract/site.json). */
export { site };
