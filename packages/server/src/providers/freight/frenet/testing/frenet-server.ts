// A local server with the part of Frenet's API that public clients use (../README.md).
import { z } from 'zod';
import { FakeCarrier } from '../../testing/fake-carrier.ts';
import { account } from './account.ts';

const Quote = z.strictObject({
  SellerCEP: z.string().regex(/^\d{8}$/),
  RecipientCEP: z.string().regex(/^\d{8}$/),
  ShipmentInvoiceValue: z.number().min(0),
  RecipientCountry: z.literal('BR'),
  ShippingServiceCode: z.null(),
  ShippingItemArray: z
    .array(
      z.strictObject({
        Height: z.number().positive(),
        Length: z.number().positive(),
        Width: z.number().positive(),
        Weight: z.number().positive(),
        Quantity: z.int().positive(),
        SKU: z.string(),
        Category: z.string(),
      }),
    )
    .min(1),
});

const services = [
  {
    Carrier: 'Correios',
    CarrierCode: 'COR',
    ServiceCode: '03298',
    ServiceDescription: 'PAC',
    ShippingPrice: '32.50',
    DeliveryTime: '9',
    OriginalShippingPrice: '35.00',
    OriginalDeliveryTime: '8',
    Error: false,
  },
  {
    Carrier: 'Jadlog',
    CarrierCode: 'JAD',
    ServiceCode: 'JAD_P',
    ServiceDescription: '.Package',
    ShippingPrice: '28',
    DeliveryTime: 5,
    Error: false,
  },
  {
    Carrier: 'Loggi',
    CarrierCode: 'LOG',
    ServiceCode: 'LOG_D',
    ServiceDescription: 'Loggi',
    Error: true,
    Msg: 'CEP não atendido',
  },
];

/** The server. `isSpelledRight`: whether the list has the name that it should have. */
export class FrenetServer extends FakeCarrier {
  isSpelledRight = false;

  protected override routes(): void {
    this.app.post('/shipping/quote', (request, reply) => {
      if (request.headers['token'] !== account.credentials.token)
        return reply.code(401).send({ Message: 'Token inválido' });
      if (!Quote.safeParse(request.body).success) return reply.code(400).send({ Message: 'Requisição inválida' });
      return reply.send({
        [this.isSpelledRight ? 'ShippingServicesArray' : 'ShippingSevicesArray']: services,
        Timeout: 0,
      });
    });
  }
}
