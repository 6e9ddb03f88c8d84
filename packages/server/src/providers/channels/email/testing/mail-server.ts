import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** The test server's TLS key, which protects nothing. Its certificate is for localhost and 127.0.0.1, until 2126. */
export const tlsKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCYcltQzBzgnK/bS0
HcmoIW5eGmgbDRC8U8KrEUSrC0uhRANCAASkHVNYeu1borR6I5q6pw1tUHyZdVRj
Vf5AWPvPjxkTB7V8geqoQBZFTq/4VOwvxLH810IsCiQWv/zC1Y+tecz9
-----END PRIVATE KEY-----
`;

/** The test server's self-signed certificate, which tests trust as the authority. */
export const testAuthority = readFileSync(new URL('./mail-authority.pem', import.meta.url), 'utf8');

/** A message that the mail server received. */
export type ReceivedMail = {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
  readonly session: string;
};

/** A local mail server. `cut` closes its connections at once. */
export type TestMailServer = {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** The users that logged in. */
  readonly users: (string | undefined)[];
  /** The number of sessions that started, and of those that are open. */
  readonly sessions: { started: number; open: number };
  cut: () => void;
  /** Sets the text after the code in the response to an accepted message. */
  answerWith: (text: string) => void;
  stop: () => Promise<void>;
};

/** The error that makes the server reject a message or login with this code. */
export const answer = (responseCode: number, message = 'no'): Error =>
  Object.assign(new Error(message), { responseCode });

/** Starts a mail server on a free port, with STARTTLS. Every user's password is `senha`. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const users: (string | undefined)[] = [];
  const sessions = { started: 0, open: 0 };
  const sockets = new Set<Socket>();
  let acceptedReply: string | undefined;
  const server = new SMTPServer({
    key: tlsKey,
    cert: testAuthority,
    authMethods: ['PLAIN', 'LOGIN'],
    authOptional: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, callback) => {
      if (password !== 'senha') return callback(answer(535));
      users.push(username);
      callback(null, { user: username });
    },
    onConnect: (_session, callback) => {
      sessions.started++;
      sessions.open++;
      callback();
    },
    onClose: () => void sessions.open--,
    onData: (stream, session, callback) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts),
          session: session.id,
        });
        callback(null, acceptedReply);
      });
    },
    ...options,
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    users,
    sessions,
    cut,
    answerWith: (text) => void (acceptedReply = text),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
