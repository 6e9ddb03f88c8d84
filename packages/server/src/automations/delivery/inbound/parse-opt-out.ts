// COM8: whether a reply opts out or in again. The one place that decides it.
//
// A reply counts if it consists of phrases of this list and of nothing else: what is polite, what decorates and what phones and mail
// programs add below a text is left out before. So "não quero cancelar", "cancelar o pedido" and "vou sair às 18h" are ordinary replies.
import { invisible } from '@retoma/commerce';

/** The longest reply that is read, in UTF-16 units, without the lines below it. */
const longest = 200;

/** The first line of what phones, mail programs and polite people add below a text, as plain text. */
const signature =
  /^(?:--|__|>|enviad[oa] |sent (?:from|via|with) |get outlook|obte[rn]|baixe o |att\b|atenciosamente|(?:em|on) .*(?:escreveu|wrote):?$|(?:de|from): )/;

/** The same in one line. */
const added = / (?:enviad[oa] (?:do|da|pelo|pela|desde|via) |sent from my ).*$/;

const polite = new RegExp(
  String.raw`\b(?:por favor|por gentileza|porfavor|porfa|pfv?r?|pf|please|pls|plz|(?:muito )?obrigad[oa]s?|obgd?a?|grat[oa]|agradec\w+|valeu|vlw|` +
    'thanks|thank you|thx|(?:muchas )?gracias|desde ja|ok|oi+|ola|alo|opa|hi|hello|hey|hola|bom dia|boa tarde|boa noite|buenos dias|' +
    'tudo bem|tudo bom|abracos?|abs|att|agora|ja|imediatamente|urgente|now|amig[oa]s?|querid[oa]s?|gente|pessoal|mocas?|moco|' +
    String.raw`senhora?|sra?|desculpe?a?|com licenca)\b`,
  'g',
);

const any = (terms: string): string => `(?:${terms.replaceAll(' ', '|').replaceAll('_', ' ')})`;
/** Words that may be left out. */
const maybe = (terms: string): string => `(?:${any(terms)} )?`;
const then = (phrase: string): string => `(?: ${phrase})?`;

/** What a person wants; `request`: or asks the store to do. */
const own =
  `(?:eu )?(?:${any('quero queremos queria gostaria gostaria_de desejo preciso prefiro favor solicito peco quiero deseo')}|` +
  `i want to|i would like to|i d like to|want to|como (?:eu )?(?:faco|fazer|posso)(?: para| pra)?)(?: que(?: voces)?| o| a| meu)? `;
const request = `(?:${own}|pode(?:m|ria|riam)? )`;
const article = `(?:${any('o a os as meu minha meus minhas seu sua seus suas esse essa esses essas este esta estes estas de com qualquer nenhum nenhuma mais mas todas todos tantas all the your my more any these this mi la las los')} )*`;
const advertising = any(
  'mensagens mensagem msg msgs promocao promocoes promo promos propaganda propagandas oferta ofertas publicidade anuncio anuncios sms email ' +
    'emails e_mail e_mails aviso avisos notificacao notificacoes novidade novidades spam lembrete lembretes comunicacao comunicacoes newsletter ' +
    'newsletters marketing messages texts promotions notifications offers ads mensajes correos promociones publicidad notificaciones',
);
const where = `(?: (?:de |d[oa]s? |dess[ae]s? |dest[ae]s? |por |pelo |pela |no |from |to |para |pra )?${any(
  'marketing promocionais promocional texto voces voce loja numero empresa whatsapp whats zap sms email e_mail meu_celular meu_numero meu_whatsapp este_numero esse_numero mim me you us aqui',
)})*`;
const messages = `${article}${advertising}${where}`;
const anything = `${article}(?:${advertising}|${any('nada isso isto coisa coisas esse_tipo_de_mensagem')})${where}`;
const list =
  '(?:(?:d[aeo]s?|dess[ae]s?|dest[ae]s?|d[ao] sua|from|off|out of|de) ?' +
  `${maybe('la su tu the your this all sua')}(?:listas?(?: de (?:transmissao|contatos?|envios?|e ?mails?|mensagens|promocoes|divulgacao|difusion))?|` +
  `${any('grupo cadastro mailing contatos base promocoes promocao mensagens ofertas newsletter aqui list lists mailing_list')})|daqui|dai)`;
const contact = `(?:${any('o a meu minha esse este my mi')} )*${any(
  'numero telefone celular contato email e_mail nome cadastro whatsapp zap number',
)}`;
const again = then(any('mais mas more again anymore'));

const unsubscribe =
  '(?:descadastr(?:ar|e|a|em|o|amento)|desinscr(?:ever|eva|evam|icao)|desassin(?:ar|e)|desuscribir(?:me)?)';
const send = any(
  'enviar enviarem mandar mandarem receber incomodar perturbar encher_o_saco encher sending texting messaging contacting emailing enviarme mandarme recibir',
);
const takeOut =
  '(?:tira|tire|tirem|tirar|tirarem|remov(?:e|a|am|er|erem)|exclu(?:i|a|am|ir)|retir(?:a|e|em|ar)|apag(?:a|ue|uem|ar)|delet(?:a|e|em|ar)|bloquei(?:a|e|em)|bloquear|risque)';

/** The phrases of an opt-out in Portuguese, English and Spanish, without accents. The longer ones come first. */
const stop = phrases(
  // "pare de me enviar mensagens", "quero parar de receber"
  `(?:${request})?${any('pare parem parar para stop deixem dejen deja')} ${maybe('de d')}${maybe('me nos')}${send}${then('(?:me|nos)')}${again}${then(anything)}`,
  // "parar promoções", "chega de propaganda", "stop promotions", "pare com isso"
  `(?:${request})?${any(
    'pare parem parar bloquear bloqueie cancelar cancele cancela desativar desative interromper stop cancel no_more chega_de sem_mais nada_de detener',
  )} (?:(?:o )?(?:envio|recebimento) de )?${messages}`,
  `${any('pare parem parar para')} (?:com )?(?:isso|isto|tudo)`,
  // "cancelar inscrição", "excluir meu cadastro"
  `(?:${request})?${any('cancelar cancele cancela cancelem remover remova excluir exclua anular cancel apagar revogar remove')} ${article}` +
    `(?:${any('inscricao subscricao assinatura newsletter suscripcion subscription consentimento')}|${contact})${then(list)}`,
  // "me tira da lista", "remova meu número", "take me off your list"
  `(?:${request})?(?:me |nos )${takeOut}${then(list)}`,
  `(?:${request})?${takeOut} (?:me|nos|eu|${contact})${then(list)}`,
  `(?:${request})?ser (?:removid|excluid|retirad|descadastrad)[oa]${then(list)}`,
  `(?:take|get) me ${list}`,
  `(?:quit|elimin|borr)(?:ame|enme|arme|ar) ${list}`,
  // "não quero mais receber", "não me mande mais nada", "no quiero más mensajes", "don't text me"
  `${refusal()}(?:${any('quero queremos desejo gostaria_de pretendo autorizo aceito quiero deseo want_to')}|tenho(?: mais)? interesse em)${again} ` +
    `${any('receber recibir receive get ser_incomodado ser_incomodada')}${again}${then(anything)}${again}`,
  `${refusal()}${any('quero queremos desejo quiero')}${again} (?:que (?:voces )?(?:me )?${any('enviem envie mandem mande')}${again}${then(anything)}${again}|${messages})`,
  `(?:${request})?${refusal()}receber${again}${then(anything)}${again}`,
  `(?:${request})?${refusal()}(?:me |nos )${maybe('mais')}${writes()}${again}${then(anything)}${again}`,
  `(?:${request})?${refusal()}${writes()} (?:me${again}${then(anything)}${again}|${any('mais mas more')}${then(anything)}|${anything}${again})`,
  `${refusal()}(?:me )?(?:incomode|perturbe)m?${again}`,
  // The words alone
  `(?:${own})?(?:sair|salir)${then(list)}`,
  `(?:${request})?(?:me )?(?:parar|${unsubscribe}${then('(?:me|se)')})${then(contact)}${then(list)}`,
  any(
    'pare parem cancelar remover bloquear quit cancel baja dar_de_baja unsub stopall stop_all stop_it stop_this leave_me_alone',
  ),
  `(?:me )?deix(?:a|e|em) (?:eu )?em paz`,
  `(?:(?:quiero|deseo) )?(?:darme|dame) de baja${then(list)}`,
  `(?:${request})?(?:unsubscribe|opt ?out|stop)${then('me')}${then(messages)}${then(list)}`,
);

/** The phrases that take an opt-out back. */
const start = phrases(
  `(?:quero )?voltar(?: a receber${then(messages)})?`,
  `quero receber${then(messages)}(?: novamente| de novo)?`,
  'start|unstop',
);

function refusal(): string {
  return `(?:eu )?${any('nao no n nunca do_not don_t dont')} ${maybe('mais')}`;
}

function writes(): string {
  return any(
    'envie enviem envia enviar mande mandem manda mandar escreva escrevam contact text message send email envien manden escriban',
  );
}

/** A phrase at the start of a plain text. */
function phrases(...all: readonly string[]): RegExp {
  return new RegExp(`^(?:${all.join('|')})(?= |$)`);
}

/** Whether a reply is, as a whole, a request to stop or to start again (COM8); null: it is another reply. */
export function parseOptOut(text: string): 'stop' | 'start' | null {
  const plain = plainText(text);
  if (plain === '' || plain.length > longest) return null;
  if (consistsOf(plain, stop)) return 'stop';
  return consistsOf(plain, start) ? 'start' : null;
}

/** Whether a plain text is one phrase after the other. */
function consistsOf(plain: string, phrase: RegExp): boolean {
  let rest = plain;
  while (rest !== '') {
    const [found] = phrase.exec(rest) ?? [];
    if (found === undefined) return false;
    rest = rest.slice(found.length).replace(/^ (?:(?:e|and|y) )?/, '');
  }
  return true;
}

/** The words of a text in small letters without accents, signs and what is only polite. */
function plainText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(invisible, (letter) => (letter === '\n' ? letter : ''))
    .replace(/\p{M}/gu, '')
    .toLowerCase();
  const lines = plain.split('\n').map((line) => line.trim());
  const end = lines.findIndex((line, at) => at > 0 && signature.test(line));
  return lines
    .slice(0, end === -1 ? lines.length : end)
    .join(' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(added, '')
    .replace(polite, ' ')
    .replace(/ +/g, ' ')
    .trim();
}
