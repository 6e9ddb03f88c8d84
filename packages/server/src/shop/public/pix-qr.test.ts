import { crc32, inflateSync } from 'node:zlib';
import { buildBrCode } from '@retoma/commerce';
import { encode } from 'uqr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const ask = (query: Record<string, string> | string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${service.baseUrl}/public/pix-qr.png?${new URLSearchParams(query).toString()}`, init);

/** A code with an additional info, which sets its length up to the template's maximum. */
const codeOf = (info: string): string => {
  const built = buildBrCode({
    kind: 'static',
    key: '+5511987654321',
    name: 'Pão & Café',
    city: 'São Paulo',
    amount: 18_990,
    once: false,
    info,
  });
  if (!built.ok) throw new Error(built.code);
  return built.text;
};
const code = codeOf('Pedido 1042');

/** A code of this many bytes, filled up with unknown fields. */
function codeOfBytes(bytes: number): string {
  let text = code.slice(0, -8);
  for (let id = 80; text.length < bytes - 8; id++) {
    const rest = bytes - 8 - text.length - 4;
    // The rest for the next field must hold its id and length.
    const length = rest > 99 ? Math.min(99, rest - 4) : rest;
    text += `${id}${String(length).padStart(2, '0')}${'x'.repeat(length)}`;
  }
  return `${text}6304${checksum(`${text}6304`)}`;
}

function checksum(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text))
    for (let bit = 7; bit >= 0; bit--) crc = ((crc << 1) ^ (((crc >> 15) ^ (byte >> bit)) & 1 ? 0x1021 : 0)) & 0xffff;
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

type Picture = {
  width: number;
  height: number;
  depth: number;
  colour: number;
  isDark: (x: number, y: number) => boolean;
};

/** Reads a PNG of one bit per pixel without filters, and checks the checksum of each chunk. */
function readPng(file: Buffer): Picture {
  expect(file.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < file.length;) {
    const end = at + 8 + file.readUInt32BE(at);
    expect(file.readUInt32BE(end)).toBe(crc32(file.subarray(at + 4, end)));
    chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, end));
    at = end + 4;
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND']);
  const header = chunks.get('IHDR')!;
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const rows = inflateSync(chunks.get('IDAT')!);
  const rowBytes = 1 + Math.ceil(width / 8);
  expect(rows.length).toBe(rowBytes * height);
  for (let y = 0; y < height; y++) expect(rows[y * rowBytes]).toBe(0);
  const isDark = (x: number, y: number): boolean => (rows[y * rowBytes + 1 + (x >> 3)]! & (0x80 >> (x & 7))) === 0;
  return { width, height, depth: header[8]!, colour: header[9]!, isDark };
}

const pictureOf = async (answer: Response): Promise<Picture> => readPng(Buffer.from(await answer.arrayBuffer()));

/** The modules of a picture, read at their centres; every pixel must have its module's colour. */
function modulesOf({ width, height, isDark }: Picture, count: number): boolean[][] {
  const scale = Math.floor(width / count);
  const margin = Math.floor((width - scale * count) / 2);
  const moduleAt = (pixel: number): number => Math.floor((pixel - margin) / scale);
  const middle = (module: number): number => margin + module * scale + Math.floor(scale / 2);
  const all = Array.from({ length: count }, (_, index) => index);
  const modules = all.map((row) => all.map((column) => isDark(middle(column), middle(row))));
  let wrong = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (isDark(x, y) !== (modules[moduleAt(y)]?.[moduleAt(x)] ?? false)) wrong++;
  expect(wrong).toBe(0);
  return modules;
}

describe('[COM11] the image of a PIX code', () => {
  test.each([
    ['240', 240],
    [undefined, 240],
    ['64', 64],
    ['1', 64],
    ['333', 333],
    ['1024', 1024],
    ['99999999999', 1024],
    ['-5', 240],
    ['2e2', 240],
    ['', 240],
  ])('s=%s: %d pixels, each module of the symbol in its position', async (s, pixels) => {
    const answer = await ask({ d: code, ...(s !== undefined && { s }) });
    expect(answer.status).toBe(200);
    const picture = await pictureOf(answer);
    expect(picture).toMatchObject({ width: pixels, height: pixels, depth: 1, colour: 0 });
    const symbol = encode(code, { ecc: 'M', border: 4, maskPattern: 2 });
    expect(modulesOf(picture, symbol.size)).toEqual(symbol.data);
  });

  test('has a white margin of four modules', async () => {
    const picture = await pictureOf(await ask({ d: code, s: '240' }));
    const { size } = encode(code, { ecc: 'M', border: 4 });
    const modules = modulesOf(picture, size);
    const isEdge = (index: number): boolean => index < 4 || index >= size - 4;
    expect(modules.some((row, y) => row.some((dark, x) => dark && (isEdge(x) || isEdge(y))))).toBe(false);
    expect([modules[4]![4], modules[4]![size - 5], modules[size - 5]![4]]).toEqual([true, true, true]);
  });

  test('has one pixel for each module of a dense symbol, for any s', async () => {
    const dense = codeOf('x'.repeat(72));
    const { size } = encode(dense, { ecc: 'M', border: 4 });
    expect(size).toBeGreaterThan(64);
    expect(await pictureOf(await ask({ d: dense, s: '64' }))).toMatchObject({ width: size, height: size });
  });

  test('can show a code of 512 bytes', async () => {
    const longest = codeOfBytes(512);
    expect(longest).toHaveLength(512);
    const symbol = encode(longest, { ecc: 'M', border: 4, maskPattern: 2 });
    const picture = await pictureOf(await ask({ d: longest }));
    expect(modulesOf(picture, symbol.size)).toEqual(symbol.data);
  });

  test('may be cached permanently, and is served only as a picture', async () => {
    const { headers } = await ask({ d: code });
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('HEAD returns the same headers; other methods are refused', async () => {
    const [head, get] = await Promise.all([ask({ d: code }, { method: 'HEAD' }), ask({ d: code })]);
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String((await get.arrayBuffer()).byteLength));
    expect(await head.text()).toBe('');
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await ask({ d: code }, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  test.each<[string, Record<string, string> | string]>([
    ['no code', {}],
    ['an empty one', { d: '' }],
    ['another text', { d: 'https://loja.example/' }],
    ['a wrong checksum', { d: code.replace('Cafe', 'Cafo') }],
    ['a code and more', { d: `${code} ` }],
    ['two codes', `d=${encodeURIComponent(code)}&d=${encodeURIComponent(code)}`],
    ['more than 512 bytes', { d: codeOfBytes(513) }],
  ])('%s is 400 and not cached', async (_, query) => {
    const answer = await ask(query);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('cache-control')).toBeNull();
    expect(await answer.json()).toMatchObject({
      success: false,
      error: { code: 'INVALID_PAYLOAD', details: { issues: [{ path: 'd', code: 'invalid_value' }] } },
    });
  });
});
