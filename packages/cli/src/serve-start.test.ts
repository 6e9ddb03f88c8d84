import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commands } from './commands/index.ts';
import { helpOf } from './help.ts';
import { browserOpener } from './open-browser.ts';

const url = 'http://127.0.0.1:3000/panel';
const opened = (platform: NodeJS.Platform, environment: Record<string, string>, isTerminal = true) =>
  browserOpener(url, { platform, environment, isTerminal })?.program;

test('the panel is opened only for a person at a desktop', () => {
  expect(opened('linux', { DISPLAY: ':0' })).toBe('xdg-open');
  expect(opened('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe('xdg-open');
  expect(opened('darwin', {})).toBe('open');
  expect(opened('win32', {})).toBe('explorer');
  expect(opened('linux', {})).toBeUndefined();
  for (const environment of [{ CI: 'true' }, { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }, { BROWSER: 'none' }])
    expect(opened('darwin', environment)).toBeUndefined();
  expect(opened('darwin', {}, false)).toBeUndefined();
});

test('npm start -- --help prints what the command itself prints, without installing or building', () => {
  const go = path.resolve(import.meta.dirname, '../../../scripts/go.mjs');
  const args = [go, 'run', 'packages/cli/src/main.ts', 'serve', '--demo', '--help'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([0, `${helpOf(commands['serve']!)}\n`, '']);
});
