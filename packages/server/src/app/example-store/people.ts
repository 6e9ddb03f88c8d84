import type { ShopperAddress } from '../../shop/checkouts/queries/shoppers.ts';
import type { Random } from './random.ts';

/** An invented buyer. `hasWhatsapp` false: messages to the phone are refused. */
export type ExamplePerson = {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: ShopperAddress;
  readonly hasWhatsapp: boolean;
};

const firstNames = (
  'Ana Beatriz Camila Daniela Eduarda Fernanda Gabriela Helena Isabela Júlia Larissa Mariana Natália Patrícia ' +
  'Renata Sofia Tatiane Vanessa André Bruno Caio Diego Eduardo Felipe Gustavo Henrique Igor João Lucas Marcelo ' +
  'Otávio Paulo Rafael Sérgio Thiago Vinícius'
).split(' ');
const lastNames = (
  'Almeida Barbosa Cardoso Carvalho Castro Correia Dias Ferreira Freitas Gomes Lima Lopes Martins Melo Moreira ' +
  'Nascimento Oliveira Pereira Ramos Ribeiro Rocha Santana Silva Souza Teixeira Vieira'
).split(' ');
const streets = ['Rua das Acácias', 'Rua do Ipê', 'Avenida Central', 'Rua das Laranjeiras', 'Travessa da Paz'];
const neighborhoods = ['Centro', 'Jardim Exemplo', 'Vila Nova', 'Boa Vista'];
const places = [
  ['São Paulo', 'SP', '01001-000'],
  ['Campinas', 'SP', '13010-000'],
  ['Rio de Janeiro', 'RJ', '20010-000'],
  ['Belo Horizonte', 'MG', '30110-000'],
  ['Curitiba', 'PR', '80010-000'],
  ['Porto Alegre', 'RS', '90010-000'],
  ['Salvador', 'BA', '40010-000'],
  ['Recife', 'PE', '50010-000'],
] as const;

/**
 * Invents a buyer. Nothing of it can belong to anyone or be delivered: the e-mail is below the reserved domain `example` (RFC 2606), the
 * phone has area code 20, which Brazil does not have, and there is no document. `index` makes both unique.
 */
export function inventPerson(random: Random, index: number): ExamplePerson {
  const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`;
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replace(' ', '.');
  const [city, state, zipcode] = random.pick(places);
  return {
    name,
    email: `${plain}.${index}@cliente.example`,
    phone: `+5520900${String(index).padStart(6, '0')}`,
    address: {
      zipcode,
      street: random.pick(streets),
      number: String(random.between(1, 900)),
      neighborhood: random.pick(neighborhoods),
      city,
      state,
    },
    hasWhatsapp: !random.chance(0.04),
  };
}
