import { expect, test } from 'vitest';
import { isForeignFreemail } from './freemail.ts';

test.each([
  ['minhaloja@gmail.com', 'smtp.hosting.example', true],
  [' Loja@GMAIL.com ', 'amazonses.com', true],
  ['loja@hotmail.com.br', 'smtp.locaweb.com.br', true],
  ['loja@yahoo.com.br', 'sendgrid.net', true],
  ['loja@uol.com.br', 'smtp.gmail.com', true],
  ['loja@bol.com.br', 'notbol.com.br', true],
  ['loja@icloud.com', 'smtp.hosting.example', true],
  ['loja@gmail.com', 'smtp.gmail.com', false],
  ['loja@gmail.com', 'smtp-relay.GMAIL.com.', false],
  ['loja@outlook.com', 'smtp.office365.com', false],
  ['loja@bol.com.br', 'smtps.bol.com.br', false],
  ['contato@loja.example', 'smtp.hosting.example', false],
  ['contato@gmail.com.loja.example', 'smtp.hosting.example', false],
  ['loja@gmail.com', null, false],
])('[EDT14] a free address as a sender: %s through %s is refused: %s', (address, server, isForeign) => {
  expect(isForeignFreemail(address, server)).toBe(isForeign);
});
