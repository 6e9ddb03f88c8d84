import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseOptOut } from './parse-opt-out.ts';

/** The replies of a table. */
const rows = (table: string): string[] => table.split(/\s\|\s/).map((row) => row.replace(/^ +| +$/g, ''));

describe('[COM8] a reply that opts out', () => {
  const requests = rows(`
  SAIR |   sair \n | Parar. | pare!!! | PÁRE | pa\u0301re … | Cancelar | remover | Descadastrar ! | stop | parem | descadastro |
  Descadastre-me | desinscrever | unsubscribe | UNSUB | opt-out | OptOut | quit | stop all | BAJA | salir | Sair 🙏 | *SAIR* |
  _sair_ | ~sair~ | \`\`\`SAIR\`\`\` | "SAIR" | “Sair” | «sair» | .sair | 👉 SAIR 👈 | >>> sair | SAIR\u200b | \u202aSAIR\u202c |
  \ufeffsair | S\u00adAIR | ＳＡＩＲ | 𝐒𝐀𝐈𝐑 | SAIR\u00a0 | s\u2060air | SAIR\ufe0f | \u3164sair | SAIR por favor | sair pfv |
  Stop. Thank you | Oi, sair, obrigada! | bom dia, quero sair | please stop | sair, obg | Olá! Parar 🙏 |
  Por gentileza, descadastrar | sair agora | pare já! | sair. Att, | stop, thanks! | parar, desde já agradeço |
  desculpe, quero sair | sair\n\nEnviado do meu iPhone | SAIR\r\n--\r\nMaria Lima\r\nVendas | sair\nSent from my Galaxy |
  Parar\n\nEnviado via UOL Mail | stop\n\nGet Outlook for Android | sair\n\nAtenciosamente,\nMaria |
  sair\n\nEm 3 de mar., Loja <a@b.c> escreveu:\n> Olá | SAIR Enviado do meu iPhone | sair\n> Responda SAIR para não receber mais |
  sair\nObtenha o Outlook para iOS | sair sair | PARE PARE PARE | Pare! Não quero mais receber mensagens | sair e cancelar |
  Sair. Me tira da lista! | quero sair | eu quero sair | gostaria de sair da lista | SAIR da lista | sair desta lista |
  sair do grupo | quero me descadastrar | quero parar de receber | parar de receber mensagens | pare de enviar |
  parem de me mandar mensagem | Para de mandar mensagem | pare de me perturbar | parar promoções | Parar promoções |
  parar mensagens | pare com isso | chega de propaganda | bloquear | bloquear promoções | cancelar notificações |
  cancelar inscrição | cancelar minha inscrição | cancelar assinatura da newsletter | cancelar cadastro | remover meu número |
  excluir meu contato da lista | me tira da lista | me tire dessa lista | me remova | Remova-me da lista, por favor |
  tira meu número da lista | quero que me tirem da lista | podem me tirar da lista? | quero ser removida |
  gostaria de ser excluído da lista | como faço para sair? | como faço pra sair da lista? | me exclui daqui |
  não quero mais receber | Não quero receber mais mensagens | nao quero mais receber nada de vocês | ñ quero mais receber |
  n quero receber propaganda | não quero mais mensagens | não quero propaganda | não desejo receber promoções |
  não autorizo receber mensagens | não tenho interesse em receber ofertas | não me mande mais mensagens | não mandem mais nada |
  não envie mais | não me envie mais isso | não enviar mais | não me incomode mais | não perturbe | não me escrevam |
  me deixe em paz | solicito descadastro | favor descadastrar | stop sending me messages | stop texting me | don't text me |
  do not contact me again | remove me from your list | take me off this list | no more messages | I want to unsubscribe |
  unsubscribe me | quiero darme de baja | dar de baja | no quiero recibir más mensajes | no me envíen más |
  dejen de enviarme mensajes | STOP_PROMOTIONS | parar_promocoes | optout:marketing | OPT_OUT | sair-da-lista |
  unsubscribe.marketing | cancelar_inscricao | Quero sair dessa lista | favor não enviar mais | gostaria de não receber mais mensagens |
  quero não receber mais | não receber mais | bloqueie meu número | tirem meu número daí | me deixa em paz | para com isso |
  parem de encher o saco | cancelar envio de mensagens | cancelar recebimento de mensagens | quítame de la lista |
  não envie mais mensagens para este número | me tira desse grupo | nao quero msg | pode me descadastrar | pode parar | stop messages |
  Não quero mais receber SMS de vocês, obrigado | retire meu nome da lista | no quiero más mensajes | poderia me remover da lista`);

  test.each(requests)('%j', (text) => expect(parseOptOut(text)).toBe('stop'));
});

describe('[COM8] a reply that is none', () => {
  const others = rows(`
  !!! | 🙏 | \u200b | obrigado | ok | Não quero | não quero mais | não | não, obrigada | sem interesse | talvez depois |
  quero cancelar | não quero cancelar | cancelar o pedido | cancelar meu pedido | quero cancelar a compra | cancelar entrega |
  cancela o boleto | cancelar pagamento | Vou sair às 18h | vou sair | quero sair com ela hoje | posso sair da loja com ele? |
  sair de casa | sair da lista de espera | quando vai sair? | já vai sair para entrega? | saiu | não pare | não quero sair |
  não quero parar | não me tire da lista | nunca parem | não quero que parem de enviar | don’t stop | não cancelar |
  não pare de enviar | não quero descadastrar | parar de funcionar | parou de funcionar | pare aqui |
  pare de mandar produto errado | o produto vai parar de vender? | parar na portaria | stop by later | non stop |
  can you stop by? | remover o item do carrinho | remover o frete | remova o cupom | me tira uma dúvida | me tira do sufoco |
  tira foto | remover meu endereço | excluir um produto | bloquear cartão | não quero mais o produto |
  não quero receber o produto em casa | não mande o boleto | não envie para este endereço | não me mandaram o código |
  não recebi | não quero mais receber o pedido | voltarei | quando posso voltar? | como cancelar? |
  como faço para cancelar a compra? | qual o prazo para cancelar? | SAIR é o nome da marca? | o que significa SAIR? |
  Responda SAIR para não receber mais | Enviado do meu iPhone | 18 | sair 18h | quero sair às 18h |
  obrigado por me tirar da lista | cancelar cupom | baja California | pode cancelar | pode sair? | parar o envio | cancelar o envio |
  não quero parar de receber | sair do ar | quero sair do plano | não quero sair da lista | não me remova | stop my order |
  cancel my order | remove item | não recebi a mensagem | não quero receber em casa | não quero boleto | bloquear meu cartão |
  sair da conta | sair do site | tira meu nome do pedido | acabei de sair | já saí | pode parar na portaria | quero me cadastrar |
  o que é descadastrar? | descadastrei sem querer | cancelar assinatura do clube | pare o pedido | excluir | continuar`);

  test.each(['', ...others, `${'sair '.repeat(100)}agora não`])('%j', (text) => expect(parseOptOut(text)).toBeNull());
});

test.each([
  'VOLTAR',
  'start.',
  'Voltar 🙏',
  'quero voltar',
  'voltar a receber mensagens',
  'quero receber de novo',
  'UNSTOP',
  '\u202avoltar\u202c',
])('[COM8] %j takes an opt-out back', (text) => expect(parseOptOut(text)).toBe('start'));

test('[COM8] decoration never changes what a reply means', () => {
  const marks = fc.array(
    fc.constantFrom('*', '_', '"', '.', '!', '?', ' ', '\n', '🙏', '\u200b', '\u202a', '\u2060', '\ufe0f', ',', '…'),
    { maxLength: 6 },
  );
  const replies = fc.constantFrom(
    'SAIR',
    'não quero cancelar',
    'me tira da lista',
    'cancelar o pedido',
    'voltar',
    'vou sair às 18h',
  );
  fc.assert(
    fc.property(marks, replies, marks, (before, text, after) => {
      expect(parseOptOut(before.join('') + text + after.join(''))).toBe(parseOptOut(text));
    }),
  );
});

// With quadratic time this would take minutes.
test.each(['sair ', 'nao quero ', 'e ', '\n', '> ', 'a', '* ', 'enviado '])(
  '[COM8] a long text of %j is read in linear time',
  (unit) => {
    expect(parseOptOut(unit.repeat(100_000))).toBeNull();
  },
);
