/**
 * Runs in the page: lists the unreadable parts of an e-mail, in words. Text must be at least 13 px high, in lines with a height, with a
 * contrast of 4.5 to 1 (WCAG 1.4.3), and inside the window. Images must be loaded and inside the window.
 */
export function unreadableParts(): string[] {
  type Colour = [red: number, green: number, blue: number, alpha: number];
  const colourOf = (text: string): Colour => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = text.match(/[\d.]+/g)?.map(Number) ?? [];
    return [red, green, blue, alpha];
  };
  const luminance = ([red, green, blue]: Colour): number => {
    const [r, g, b] = [red, green, blue].map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const backgroundOf = (element: Element | null): Colour => {
    for (let at = element; at; at = at.parentElement) {
      const colour = colourOf(getComputedStyle(at).backgroundColor);
      if (colour[3] > 0) return colour;
    }
    return [255, 255, 255, 1];
  };
  const contrastOf = (element: Element): number => {
    const [one, other] = [colourOf(getComputedStyle(element).color), backgroundOf(element)].map(luminance) as [
      number,
      number,
    ];
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  };
  const isOutside = ({ left, right, width, height }: DOMRect): boolean =>
    width < 1 || height < 1 || left < 0 || right > window.innerWidth + 0.5;
  const isHidden = (element: Element): boolean => !element.checkVisibility({ visibilityProperty: true });

  const problems: string[] = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > window.innerWidth) problems.push(`the e-mail is ${scrollWidth} px wide`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let texts = 0;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement!;
    const text = node.textContent!.trim();
    if (text === '' || isHidden(element)) continue;
    texts += 1;
    const { fontSize, lineHeight } = getComputedStyle(element);
    const range = document.createRange();
    range.selectNodeContents(node);
    const contrast = contrastOf(element);
    if (Number.parseFloat(fontSize) < 13) problems.push(`${text}: ${fontSize} high`);
    if (Number.parseFloat(lineHeight) <= 0) problems.push(`${text}: a line of ${lineHeight}`);
    if (contrast < 4.5) problems.push(`${text}: contrast ${contrast.toFixed(2)}`);
    if (isOutside(range.getBoundingClientRect())) problems.push(`${text}: no box, or outside`);
  }
  if (texts === 0) problems.push('nothing to read');
  for (const image of document.images) {
    if (!image.complete || image.naturalWidth === 0) problems.push(`${image.src}: not loaded`);
    if (isOutside(image.getBoundingClientRect())) problems.push(`${image.src}: no box, or outside`);
  }
  return problems;
}
