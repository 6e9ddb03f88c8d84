import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';

/**
 * A local mail server. `url`: where the service sends mail; `mailUrl`: `/<address>` returns the last mail to that address, once there is
 * one.
 */
export type Mailbox = { readonly url: string; readonly mailUrl: string; readonly stop: () => void };

/** Starts a mail server on free ports. */
export async function startMailbox(): Promise<Mailbox> {
  const mails = new Map<string, string>();
  const waiting = new Map<string, (mail: string) => void>();
  const smtp = net.createServer((socket) =>
    speak(socket, (to, mail) => {
      mails.set(to, mail);
      waiting.get(to)?.(mail);
      waiting.delete(to);
    }),
  );
  const reader = http.createServer((request, response) => {
    const to = decodeURIComponent(request.url!.slice(1));
    const mail = mails.get(to);
    if (mail === undefined) waiting.set(to, (arrived) => response.end(arrived));
    else response.end(mail);
  });
  const portOf = async (server: net.Server): Promise<number> => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  return {
    url: `smtp://127.0.0.1:${await portOf(smtp)}`,
    mailUrl: `http://127.0.0.1:${await portOf(reader)}`,
    stop() {
      smtp.close();
      reader.closeAllConnections();
      reader.close();
    },
  };
}

/** The part of SMTP (RFC 5321) that a client without TLS and login uses. */
function speak(socket: Socket, deliver: (to: string, mail: string) => void): void {
  let rest = '';
  let to = '';
  let mail: string[] | undefined;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  const take = (line: string): void => {
    if (mail) {
      if (line !== '.') return void mail.push(line.replace(/^\./, ''));
      // Unfolds long lines (RFC 2045, 6.7).
      deliver(to, mail.join('\n').replaceAll('=\n', '').replaceAll('=3D', '='));
      mail = undefined;
      return say('250 taken');
    }
    const verb = line.slice(0, 4).toUpperCase();
    to = /^RCPT TO:<(.+?)>/i.exec(line)?.[1]?.toLowerCase() ?? to;
    if (verb === 'DATA') mail = [];
    say(verb === 'DATA' ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 ok');
    if (verb === 'QUIT') socket.end();
  };
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString()).split('\r\n');
    rest = lines.pop()!;
    for (const line of lines) take(line);
  });
  say('220 mailbox');
}
