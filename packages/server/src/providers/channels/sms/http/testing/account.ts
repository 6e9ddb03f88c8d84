/** The only account that the local server accepts. */
export const account = {
  settings: { sender: 'Loja Aurora' },
  credentials: {
    headers: { Authorization: 'Bearer T0kEn-9' },
    webhookSecret: `whsec_${Buffer.from('uma chave de trinta e dois bytes').toString('base64')}`,
  },
} as const;
