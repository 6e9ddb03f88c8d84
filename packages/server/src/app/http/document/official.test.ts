// The tools that integrators use read the OpenAPI document: linters without a warning, and generators whose clients compile and run.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSdk } from '../../../testing/official-sdk.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { openApiDocument } from './openapi.ts';
import { postmanCollection } from './postman.ts';
import type { PublishedDocument } from './published.ts';
import { fetchCalls, heyCalls } from './testing/client-calls.ts';

const root = path.resolve(import.meta.dirname, '../../../../../..');
const document = openApiDocument('https://pay.loja.example');
const run = promisify(execFile);

describe('[API25] linters have nothing to say', () => {
  test.each(['recommended', 'recommended-strict'])('Redocly, %s', async (rules) => {
    const { createConfig, lintFromString } = loadSdk('@redocly/openapi-core') as Redocly;
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: path.join(tmpdir(), 'openapi.json'),
      config: await createConfig({ extends: [rules] }),
    });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  test('Spectral', async () => {
    const { Spectral } = loadSdk('@stoplight/spectral-core') as SpectralCore;
    const { oas } = loadSdk('@stoplight/spectral-rulesets') as { oas: unknown };
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [[oas, 'recommended']] });
    const problems = await spectral.run(document);
    // A member `example` inside of an example is data, which Spectral takes for a schema with an example.
    const real = problems.filter(
      ({ path: place }) => !(place.at(-1) === 'example' && place.slice(0, -1).includes('example')),
    );
    expect(real.map(({ code, message, path: place }) => `${code}: ${message} at ${place.join('/')}`)).toEqual([]);
  });
});

test('[API26] Postman reads each operation from its collection, with address, key and example', () => {
  const { Collection } = loadSdk('postman-collection') as PostmanSdk;
  const published = document as unknown as PublishedDocument;
  const collection = new Collection(postmanCollection(published));
  expect(collection.name).toBe('Retoma');
  expect(collection.auth!.parameters().toObject()).toEqual({ key: 'x-api-key', value: '{{apiKey}}', in: 'header' });
  const read = new Set<string>();
  collection.forEachItem(({ name, request }) => {
    const address = request.url.toString().replace(/\?.*/, '');
    read.add(JSON.stringify([name, request.method, address.replace('{{baseUrl}}', ''), request.body?.raw]));
  });
  const operations = Object.entries(published.paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, { summary, requestBody }]) => {
      const example = requestBody?.content?.['application/json'].example;
      return JSON.stringify([
        summary,
        method.toUpperCase(),
        address.replace(/\{(\w+)\}/g, ':$1'),
        example === undefined ? undefined : JSON.stringify(example, null, 2),
      ]);
    }),
  );
  expect(read).toEqual(new Set(operations));
});

type PostmanSdk = {
  Collection: new (json: object) => {
    name: string;
    auth?: { parameters: () => { toObject: () => unknown } };
    forEachItem: (visit: (item: PostmanItem) => void) => void;
  };
};
type PostmanItem = {
  name: string;
  request: { method: string; url: { toString: () => string }; body?: { raw: string } };
};

describe('[API25] generated clients compile the smallest request, and it is answered', () => {
  let service: TestService;
  let folder: string;
  beforeAll(async () => {
    service = await startTestService();
    folder = await mkdtemp(path.join(tmpdir(), 'retoma-clients-'));
    await symlink(path.join(root, 'tools/node_modules'), path.join(folder, 'node_modules'));
    const options = {
      module: 'nodenext',
      target: 'esnext',
      lib: ['esnext', 'dom', 'dom.iterable'],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      types: ['node'],
      typeRoots: [path.join(root, 'node_modules/@types')],
    };
    await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, include: ['*.ts', 'hey'] }),
    );
    await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(document));
    await writeFile(path.join(folder, 'fetch-calls.ts'), fetchCalls);
    await writeFile(path.join(folder, 'hey-calls.ts'), heyCalls);
    const { default: toTypes, astToString } = loadSdk('openapi-typescript') as OpenApiTypescript;
    await writeFile(path.join(folder, 'schema.ts'), astToString(await toTypes(structuredClone(document))));
    const { createClient } = (await import(
      path.join(root, 'tools/node_modules/@hey-api/openapi-ts/dist/index.mjs')
    )) as HeyApi;
    await createClient({
      input: path.join(folder, 'openapi.json'),
      output: { path: path.join(folder, 'hey'), module: { extension: '.ts' } },
      logs: { level: 'silent' },
    });
  });
  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('their types are right', async () => {
    const args = [path.join(root, 'scripts/go.mjs'), 'bin', 'tsc', '-p', folder, '--pretty', 'false'];
    const compiled = await run(process.execPath, args, { cwd: root }).catch((error: { stdout: string }) => error);
    expect(compiled.stdout.split('\n').filter(Boolean)).toEqual([]);
  });

  test.each(['fetch-calls.ts', 'hey-calls.ts'])('%s', async (file) => {
    const { baseUrl, checkoutKey, secretKey } = service;
    const { stdout } = await run(process.execPath, [path.join(folder, file), baseUrl, checkoutKey, secretKey]);
    expect(JSON.parse(stdout)).toEqual({ state: 'open', total: 9980 });
  });
});

type Redocly = {
  createConfig: (rules: { extends: string[] }) => Promise<unknown>;
  lintFromString: (lint: {
    source: string;
    absoluteRef: string;
    config: unknown;
  }) => Promise<{ ruleId: string; message: string }[]>;
};
type SpectralCore = {
  Spectral: new () => {
    setRuleset: (rules: object) => void;
    run: (document: object) => Promise<{ code: string; message: string; path: (string | number)[] }[]>;
  };
};
type OpenApiTypescript = { default: (document: object) => Promise<object>; astToString: (types: object) => string };
type HeyApi = { createClient: (options: object) => Promise<unknown> };
