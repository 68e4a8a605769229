import { MarkedName } from "./DietMark";
import { SoldOutNote } from "./SoldOutNote";
import { isItemSoldOut } from "./soldOutSlots";

export interface WeeklyItemNameProps {
  name: string;
  /** Of the note that the item is sold out. */
  noteId: string;
}

/** An item of the weekly menu, with a note where it is sold out. */
export function WeeklyItemName({ name, noteId }: WeeklyItemNameProps) {
  return (
    <>
      <MarkedName name={name} />
      {isItemSoldOut(name) && (
        <>
          {" "}
          <SoldOutNote id={noteId} text="Sold out" />
        </>
      )}
    </>
  );
}

/** The ids of the notes of a meal's items, to describe its checkbox; undefined without any. */
export function soldOutNotes(items: readonly { readonly name: string }[], id: string): string | undefined {
  const ids = items.flatMap(({ name }, index) => (isItemSoldOut(name) ? [`${id}-${index}`] : []));
  return ids.length > 0 ? ids.join(" ") : undefined;
}
