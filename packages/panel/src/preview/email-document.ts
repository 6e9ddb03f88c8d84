/** The view options of an e-mail. */
export type EmailView = {
  /** Whether to show it as a mail client in dark mode does. */
  dark: boolean;
  /** Whether images are loaded; many mail clients load them only on request. */
  images: boolean;
};

/** Replaces the images of the example's made-up shop, which do not exist. */
const placeholderImage = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#dbd9d5"/><path d="M12 48l14-18 10 12 6-7 10 13z" fill="#8b8985"/><circle cx="44" cy="20" r="6" fill="#8b8985"/></svg>',
)}`;

/** The effect of a mail client's dark mode on an e-mail without dark colours: all colours are inverted, except images. */
const darkStyle =
  'html{filter:invert(1) hue-rotate(180deg);background:#fff}img,video,[background]{filter:invert(1) hue-rotate(180deg)}';

/** The document of a frame that shows an e-mail. Without `images` it loads no images and fonts. The frame's sandbox blocks scripts. */
export function emailDocument(html: string, { dark, images }: EmailView): string {
  const head = [
    images ? '' : `<meta http-equiv="Content-Security-Policy" content="img-src data:; font-src 'none'">`,
    '<base target="_blank">',
    dark && !/prefers-color-scheme\s*:\s*dark/i.test(html) ? `<style>${darkStyle}</style>` : '',
  ].join('');
  const withImages = images ? html.replace(/https:\/\/cdn\.loja\.example\/[^"'()<>\s]*/g, placeholderImage) : html;
  const at = /<head[^<>]*>/i.exec(withImages);
  if (!at) return `<!doctype html><head>${head}</head>${withImages}`;
  const end = at.index + at[0].length;
  return withImages.slice(0, end) + head + withImages.slice(end);
}
