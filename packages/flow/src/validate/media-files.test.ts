import { expect, test } from 'vitest';
import { validateFlow } from './validate.ts';

const doubtOf = (type: string, address: string): string | undefined => {
  const flow = {
    name: 'Teste',
    trigger_event: 'payment.confirmed',
    steps: [{ type: 'action', name: 'send_whatsapp', data: { type, [type]: address } }],
  };
  return validateFlow(flow, { locale: 'en' }).structure.find(({ code }) => code === 'MEDIA_FILE')?.message;
};

test.each([
  ['audio', 'https://drive.google.com/file/d/abc/view?usp=sharing'],
  ['audio', 'https://www.dropbox.com/scl/fi/abc/nota.mp3?dl=0'],
  ['document', 'https://docs.google.com/document/d/abc/edit'],
  ['video', 'https://youtu.be/abc'],
  ['image', 'https://photos.app.goo.gl/abc'],
])('[DEF7] %s: %s is a page', (type, address) => {
  expect(doubtOf(type, address)).toContain('opens a page');
});

test.each([
  ['audio', 'https://cdn.loja.example/nota.wav', 'audio is mp3, m4a or ogg (opus).'],
  ['audio', 'https://cdn.loja.example/NOTA.WMA?v=2', 'audio is mp3, m4a or ogg (opus).'],
  ['image', 'https://cdn.loja.example/foto.webp', 'a picture is jpg or png.'],
  ['video', 'https://cdn.loja.example/filme.mov', 'a video is mp4 or 3gp.'],
])('[DEF7] %s: %s has a format that WhatsApp does not take', (type, address, message) => {
  expect(doubtOf(type, address)).toContain(message);
});

test.each([
  ['audio', 'https://cdn.loja.example/nota.mp3'],
  ['audio', 'https://cdn.loja.example/nota.M4A?v=2'],
  ['audio', 'https://cdn.loja.example/nota'],
  ['audio', 'https://cdn.loja.example/audio.php?id=3'],
  ['audio', 'https://drive.google.com/uc?export=download&id=abc'],
  ['document', 'https://cdn.loja.example/planilha.xlsx'],
  ['image', '{{order.items.first.image}}'],
  ['image', 'https://notdropbox.com/foto.png'],
])('[DEF7] %s: %s may be a file', (type, address) => {
  expect(doubtOf(type, address)).toBeUndefined();
});
