/** What the page's HTML carries: the shop's data, and the menus that its screen is rendered from. */
interface PageContent {
  readonly shop: Values;
  /** By group, for the screens that the page came with. */
  readonly groups: Readonly<Record<string, Values>>;
  /** The folder of the groups' modules, for screens that are opened later. */
  readonly modules: string;
}

type Values = Readonly<Record<string, unknown>>;

const content: PageContent = JSON.parse(document.getElementById("content")?.textContent ?? "{}");

/** The values of the group "shop", which every page carries. */
export const shop = content.shop;

/** The values of a group. Rejects when its module cannot be loaded, as the code of a screen does. */
export async function loadGroup(name: string): Promise<Values> {
  const onPage = content.groups[name];
  if (onPage) return onPage;
  return (await import(/* @vite-ignore */ `${content.modules}${name}.js`)).default;
}
