// A file that was dropped on the list is read on the page that imports: an address cannot carry it there.
let handed: File | undefined;

/** Keeps a file for the page that imports. */
export function handFile(file: File): void {
  handed = file;
}

/** The file that was handed over, once. */
export function takeFile(): File | undefined {
  const file = handed;
  handed = undefined;
  return file;
}
