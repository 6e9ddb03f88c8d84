/** A line: the `x` and `y` of its points, sorted by x. */
export type Line = { readonly name: string; readonly points: readonly (readonly [number, number])[] };

/** A plot over time. `marks`: instants with a label, drawn as vertical lines. */
export type Plot = {
  readonly title: string;
  readonly unit: string;
  readonly seconds: number;
  readonly lines: readonly Line[];
  readonly marks?: readonly { readonly at: number; readonly word: string }[];
  /** Whether the y axis is logarithmic. */
  readonly log?: boolean;
};

const size = { width: 960, height: 320, left: 72, right: 16, top: 40, bottom: 56 };
/** Colours that people with colour blindness can distinguish (Okabe and Ito). */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#444444'];

/** Draws lines over time, in seconds, as an SVG file. */
export function drawPlot({ title, unit, seconds, lines, marks = [], log = false }: Plot): string {
  const { width, height, left, right, top, bottom } = size;
  const values = lines.flatMap(({ points }) => points.map(([, y]) => y));
  const [low, high] = log ? decades(values) : [0, niceAbove(Math.max(1, ...values))];
  const x = (at: number): string => (left + (at / seconds) * (width - left - right)).toFixed(1);
  const share = (y: number): number => (log ? Math.log10(Math.max(y, low) / low) / Math.log10(high / low) : y / high);
  const y = (value: number): string => (height - bottom - share(value) * (height - top - bottom)).toFixed(1);
  const ticks = log ? powers(low, high) : [0, 0.25, 0.5, 0.75, 1].map((part) => part * high);
  const text = (at: readonly [string | number, string | number], label: string, more = ''): string =>
    `<text x="${at[0]}" y="${at[1]}"${more}>${escaped(label)}</text>`;
  const grid = ticks.map(
    (tick) =>
      `<path d="M${left} ${y(tick)}H${width - right}" stroke="#ddd"/>` +
      text([left - 6, Number(y(tick)) + 4], tick.toLocaleString('en'), ' text-anchor="end"'),
  );
  const times = [0, 0.25, 0.5, 0.75, 1].map((part) =>
    text(
      [x(part * seconds), height - bottom + 18],
      `${Number((part * seconds).toFixed(1))} s`,
      ' text-anchor="middle"',
    ),
  );
  const upright = marks.map(
    ({ at, word }) =>
      `<path d="M${x(at)} ${top}V${height - bottom}" stroke="#c00" stroke-dasharray="2 3"><title>${escaped(word)}</title></path>`,
  );
  const drawn = lines.map(({ points }, index) => {
    const path = points.map(([at, value], first) => `${first === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('');
    return `<path d="${path}" fill="none" stroke="${colours[index % colours.length]}" stroke-width="1.5"/>`;
  });
  const names = lines.map(
    ({ name }, index) =>
      `<rect x="${left + index * 120}" y="${height - 20}" width="10" height="10" fill="${colours[index % colours.length]}"/>` +
      text([left + index * 120 + 15, height - 11], name),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text([left, 22], `${title} (${unit})`, ' font-size="15" font-weight="bold"'),
    ...grid,
    ...times,
    ...upright,
    ...drawn,
    ...names,
    '</svg>\n',
  ].join('\n');
}

function decades(values: readonly number[]): [number, number] {
  const above = values.filter((value) => value > 0);
  const low = 10 ** Math.floor(Math.log10(Math.min(10, ...above)));
  return [low, Math.max(low * 10, 10 ** Math.ceil(Math.log10(Math.max(10, ...above))))];
}

const powers = (low: number, high: number): number[] => {
  const count = Math.round(Math.log10(high / low)) + 1;
  return Array.from({ length: count }, (_, index) => low * 10 ** index);
};

/** The smallest of 1, 2, 4, 8 and 10 times a power of ten that is not below the value. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 4, 8, 10].find((step) => step * power >= value) ?? 10);
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
