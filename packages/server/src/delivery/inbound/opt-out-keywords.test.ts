import { describe, expect, test } from 'vitest';
import { parseOptOutKeyword } from './opt-out-keywords.ts';

describe('opt-out keywords', () => {
  test.each([
    ['SAIR', 'stop'],
    ['  sair \n', 'stop'],
    ['Parar.', 'stop'],
    ['pare!!!', 'stop'],
    ['PÁRE', 'stop'],
    ['pa\u0301re …', 'stop'],
    ['Cancelar', 'stop'],
    ['remover', 'stop'],
    ['Descadastrar !', 'stop'],
    ['stop', 'stop'],
    ['VOLTAR', 'start'],
    ['start.', 'start'],
    ['', null],
    ['!!!', null],
    ['quero cancelar', null],
    ['SAIR da lista', null],
    ['sair sair', null],
    ['Não quero', null],
    ['voltarei', null],
    ['.sair', null],
    [`sair${' '.repeat(200)}`, null],
  ])('[COM8] %j', (text, meaning) => {
    expect(parseOptOutKeyword(text)).toBe(meaning);
  });
});
