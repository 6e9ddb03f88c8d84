import { spawn } from 'node:child_process';
import type { Input } from './command.ts';

type Opener = { program: string; args: readonly string[] };

/**
 * The program that opens a page for a person; undefined without a terminal or a desktop, in CI, over SSH, or where `BROWSER=none` asks for
 * none.
 */
export function browserOpener(
  url: string,
  {
    platform,
    environment,
    isTerminal,
  }: { platform: NodeJS.Platform; environment: Input['environment']; isTerminal: boolean },
): Opener | undefined {
  const { CI, BROWSER, SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY } = environment;
  if (!isTerminal || CI || SSH_CONNECTION || BROWSER === 'none') return undefined;
  if (platform === 'darwin') return { program: 'open', args: [url] };
  if (platform === 'win32') return { program: 'explorer', args: [url] };
  return DISPLAY || WAYLAND_DISPLAY ? { program: 'xdg-open', args: [url] } : undefined;
}

/** Opens a page in the browser, if there is one. Its failure changes nothing: the address is printed too. */
export function openBrowser(url: string, environment: Input['environment']): void {
  const isTerminal = process.stdout.isTTY;
  const opener = browserOpener(url, { platform: process.platform, environment, isTerminal });
  if (!opener) return;
  const child = spawn(opener.program, opener.args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}
