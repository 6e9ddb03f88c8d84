/** `Lembrete de PIX` → `lembrete-de-pix`, for downloaded files. */
export const fileNameOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'retoma';
