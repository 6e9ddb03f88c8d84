// Passes a file that was dropped on the list to the import page; an address cannot carry a file.
let handed: File | undefined;

/** Stores a file for the import page. */
export function handFile(file: File): void {
  handed = file;
}

/** Returns the stored file and clears it. */
export function takeFile(): File | undefined {
  const file = handed;
  handed = undefined;
  return file;
}
