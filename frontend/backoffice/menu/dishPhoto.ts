/**
 * Shows the chosen photo at once with its cut, which a tap or the two sliders move, and shrinks it before it is sent.
 * Without this script, or where the browser cannot read the photo, it is sent as it is.
 */
export const MAX_EDGE = 2000; // pixels, as backend/oottam/menu/photos.py stores at most
const JPEG_QUALITY = 0.9;

function start(photo: HTMLFormElement) {
  const input = photo.querySelector<HTMLInputElement>("[name=photo]");
  const across = photo.querySelector<HTMLInputElement>("[name=across]");
  const down = photo.querySelector<HTMLInputElement>("[name=down]");
  const view = document.createElement("canvas");
  const context = view.getContext("2d");
  if (!(input && across && down && context)) return;
  let picture: HTMLCanvasElement | undefined;
  view.className = "photo-cut";
  view.setAttribute("role", "img");
  view.setAttribute("aria-label", "The photo with its cut");
  view.hidden = true;
  input.after(view);

  function draw() {
    view.hidden = !picture;
    if (!(picture && context && across && down)) return;
    view.width = picture.width;
    view.height = picture.height;
    const edge = Math.min(view.width, view.height);
    const clamp = (part: number, length: number) =>
      Math.min(Math.max((part / 100) * length - edge / 2, 0), length - edge);
    const left = clamp(Number(across.value), view.width);
    const top = clamp(Number(down.value), view.height);
    context.drawImage(picture, 0, 0);
    context.fillStyle = getComputedStyle(view).getPropertyValue("--veil");
    context.fillRect(0, 0, view.width, view.height);
    context.drawImage(picture, left, top, edge, edge, left, top, edge, edge);
  }

  async function choose(file: File | undefined) {
    picture = undefined;
    try {
      if (file) picture = await shrink(file);
    } catch {
      // The server says what is wrong with it.
    }
    if (picture && file && input) {
      const small = await new Promise<Blob | null>((resolve) =>
        picture?.toBlob(resolve, "image/jpeg", JPEG_QUALITY),
      );
      if (small && small.size < file.size) {
        const files = new DataTransfer();
        files.items.add(new File([small], "photo.jpg", { type: "image/jpeg" }));
        input.files = files.files;
      }
    }
    draw();
  }

  input.addEventListener("change", () => choose(input.files?.[0]));
  across.addEventListener("input", draw);
  down.addEventListener("input", draw);
  view.addEventListener("click", (event) => {
    const box = view.getBoundingClientRect();
    across.value = String(Math.round(((event.clientX - box.left) / box.width) * 100));
    down.value = String(Math.round(((event.clientY - box.top) / box.height) * 100));
    draw();
  });
}

/** The photo, upright, with an edge of MAX_EDGE at most. */
async function shrink(file: File): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, MAX_EDGE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}

for (const form of document.querySelectorAll<HTMLFormElement>("[data-photo]")) start(form);
