import { expect, test } from 'vitest';
import { whatsappPieces, type WhatsappPiece } from './whatsapp-text.ts';

const written = (pieces: readonly WhatsappPiece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : `<${piece.look}>${written(piece.pieces)}</>`)).join('');

test.each([
  ['Oi, *Maria*! _Seu_ ~PIX~ ```123```', 'Oi, <bold>Maria</>! <italic>Seu</> <strike>PIX</> <code>123</>'],
  ['*oi _tudo_ bem*', '<bold>oi <italic>tudo</> bem</>'],
  ['2*3*4 e snake_case_aqui', '2*3*4 e snake_case_aqui'],
  ['* não * e *não\nassim*', '* não * e *não\nassim*'],
  ['```a\n*b*```', '<code>a\n*b*</>'],
  ['{{order.url_pix_gerado}} e {{order.pix_code}}', '{{order.url_pix_gerado}} e {{order.pix_code}}'],
  ['*{{customer.first_name}}*', '<bold>{{customer.first_name}}</>'],
  ['', ''],
])('%j is shown as %j', (text, expected) => expect(written(whatsappPieces(text))).toBe(expected));
