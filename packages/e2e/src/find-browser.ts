import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

/** The headless shell first: the same engine without a window, which needs a quarter less CPU. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Returns the path of a Chromium: CHROMIUM_PATH, on PATH, or Playwright's own; else installs one. Throws if that fails. */
export function findBrowser(): string {
  const found = installedBrowser();
  if (found) return found;
  console.log('No Chromium found: fetching one…');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    spawnSync(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell', 'fonts-liberation'],
      {
        stdio: 'inherit',
        env,
      },
    );
  } else {
    const go = path.resolve(import.meta.dirname, '../../../scripts/go.mjs');
    spawnSync(process.execPath, [go, 'bin', '@playwright/test', 'install', 'chromium'], { stdio: 'inherit' });
  }
  const fetched = installedBrowser();
  if (fetched) return fetched;
  throw new Error(
    'The browser tests need Chromium and none could be fetched. Install it, or set CHROMIUM_PATH to one.',
  );
}

function installedBrowser(): string | undefined {
  const onPath = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [process.env['CHROMIUM_PATH'], ...onPath, chromium.executablePath()].find(
    (file) => file !== undefined && mayRun(file),
  );
}

function mayRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
