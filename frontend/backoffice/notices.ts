/** The list of customers to tell is shown anew once somebody is back from WhatsApp: with what colleagues did meanwhile. */
let isOpened = false;

document.addEventListener("submit", ({ target }) => {
  if (target instanceof HTMLFormElement && target.target === "_blank") isOpened = true;
});
document.addEventListener("visibilitychange", () => {
  if (isOpened && !document.hidden) location.reload();
});
