/** Examples too long for a row of the catalogue, or shared by several rows. People and hosts are fictitious. */
export const samples = {
  payPage: 'https://pay.loja.example/pay/3f0c9a52-7d1e-4b8a-9c55-1e2d3c4b5a69',
  trackingPage: 'https://rastreio.transportadora.example/AA123456785BR',
  address: 'Praça da Sé, 100, Apto 12 - Sé, São Paulo - SP, 01001-000',
  pixCode:
    '00020101021226700014br.gov.bcb.pix2548pix.psp.example/qr/v2/A1B2C3D4E5F6A7B8C9D0E1F2A35204000053039865406189.90' +
    '5802BR5912LOJA EXEMPLO6009SAO PAULO62070503***63046081',
  pixImage:
    '<img src="https://app.example/public/pix-qr.png?d=000201...&s=240" width="240" height="240" alt="QR Code PIX">',
} as const;
