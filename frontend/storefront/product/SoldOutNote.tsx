import styles from "./SoldOutNote.module.css";

export interface SoldOutNoteProps {
  text: string;
  id?: string;
}

/** Marks a dish that cannot be ordered at present. */
export function SoldOutNote({ text, id }: SoldOutNoteProps) {
  return (
    <span id={id} className={styles.note}>
      {text}
    </span>
  );
}
