import { openOutgoing } from '../../../base/net/http-client.ts';
import { hostileEcho } from '../../../testing/log-scan.ts';
import { channelSuite } from '../testing/channel-suite.ts';
import type { Behaviour } from '../testing/local-gateway.ts';
import { openProvider } from '../provider.ts';
import { smtp } from './smtp/index.ts';
import { openEmailDeps } from './transport/send-mail.ts';
import { answer, startMailServer, testAuthority, type TestMailServer } from './testing/mail-server.ts';

const content = {
  remetente_nome: 'Loja',
  remetente_email: 'contato@loja.example',
  subject: 'Seu PIX',
  html: '<mjml><mj-body><mj-section><mj-column><mj-text>Oi, Ana!</mj-text></mj-column></mj-section></mj-body></mjml>',
};

/** A mail server with scripted behaviour. */
async function start() {
  let behaviour: Behaviour = 'takes';
  let stalled = (): void => {};
  let accepted = 0;
  const server: TestMailServer = await startMailServer({
    onConnect: (_session, callback) => {
      if (behaviour === 'is silent') stalled();
      else callback(behaviour === 'is away' ? answer(421) : null);
    },
    onRcptTo: (_address, _session, callback) =>
      callback(
        behaviour === 'refuses'
          ? answer(550)
          : behaviour === 'limits'
            ? answer(450)
            : behaviour === 'echoes'
              ? answer(550, hostileEcho)
              : null,
      ),
    onData: (stream, _session, callback) => {
      stream.resume();
      stream.on('end', () => {
        if (behaviour === 'hangs up') server.cut();
        else if (behaviour === 'stalls') stalled();
        else {
          accepted++;
          callback(null);
        }
      });
    },
  });
  const settings = { host: 'localhost', port: server.port };
  return {
    connection: { settings, credentials: { user: 'ana', pass: 'senha' } },
    strangers: { settings, credentials: { user: 'ana', pass: 'errada' } },
    received: () => accepted,
    // An idle session would not notice that the server is unreachable.
    behave: (next: Behaviour) => {
      behaviour = next;
      server.cut();
    },
    stalled: () => new Promise<void>((resolve) => (stalled = resolve)),
    stop: server.stop,
  };
}

channelSuite('SMTP', {
  channel: 'email',
  to: 'ana@cliente.example',
  content,
  open: (allowPrivate) =>
    openProvider(smtp, {
      email: openEmailDeps({ callOut: openOutgoing({ allowPrivate }), allowPrivate, ca: testAuthority }),
    }),
  start,
  saysNoTime: true,
});
