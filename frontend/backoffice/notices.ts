/** Reloads the list of customers to notify when the user returns from WhatsApp, to show what colleagues did meanwhile. */
let isOpened = false;

document.addEventListener("submit", ({ target }) => {
  if (target instanceof HTMLFormElement && target.target === "_blank") isOpened = true;
});
document.addEventListener("visibilitychange", () => {
  if (isOpened && !document.hidden) location.reload();
});
