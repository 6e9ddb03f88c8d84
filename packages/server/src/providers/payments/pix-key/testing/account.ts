/** A complete account. */
export const account = {
  settings: { key: '+5511987654321', name: 'Padaria São João Ltda', city: 'São José dos Campos' },
  credentials: {},
};
