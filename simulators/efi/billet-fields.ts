import { z } from 'zod';

/**
 * What callers may send to Efí's API of charges ("cobranças"), as far as it is about boletos.
 *
 * Sources, read 2026-11-23; nobody was called: schemas of npm sdk-node-apis-efi 2.0.1;
 * dev.efipay.com.br, "Boleto" and "Notificações", as summarised then. That a total is at least five
 * reais, that a name has two words, and the forms of phone and CEP are from its error messages.
 */

const address = z.object({
  street: z.string().min(1).max(200),
  number: z.union([z.string().min(1).max(55), z.number()]),
  neighborhood: z.string().min(1).max(255),
  zipcode: z.string().regex(/^\d{8}$/),
  city: z.string().min(1).max(255),
  complement: z.optional(z.string().max(55)),
  state: z.string().regex(/^[A-Z]{2}$/),
});

const customer = z
  .object({
    name: z.optional(
      z
        .string()
        .regex(/^\S+(\s+\S+)+$/, 'has not two words')
        .max(255),
    ),
    cpf: z.optional(z.string().regex(/^\d{11}$/)),
    email: z.optional(z.email()),
    phone_number: z.optional(z.string().regex(/^[1-9]\d9?\d{8}$/)),
    birth: z.optional(z.iso.date()),
    address: z.optional(address),
    juridical_person: z.optional(
      z.object({
        corporate_name: z.string().min(1).max(255),
        cnpj: z.string().regex(/^[0-9A-Z]{12}\d{2}$/),
      }),
    ),
  })
  .refine(
    (one) =>
      (one.name !== undefined && one.cpf !== undefined) || one.juridical_person !== undefined,
    { error: 'is neither a person with a cpf nor a company' },
  );

const item = z.object({
  name: z.string().min(1).max(255),
  /** Centavos of one. */
  value: z.int().min(1),
  amount: z.int().min(1),
});

export const billetFields = z.object({
  items: z.array(item).min(1),
  metadata: z.optional(
    z.object({
      custom_id: z.optional(z.string().max(255)),
      notification_url: z.optional(z.url().max(255)),
    }),
  ),
  payment: z.object({
    banking_billet: z.object({
      customer,
      expire_at: z.iso.date(),
      message: z.optional(z.string().max(400)),
      configurations: z.optional(
        z.object({ days_to_write_off: z.optional(z.int().min(0).max(120)) }),
      ),
    }),
  }),
});

export type BilletFields = z.output<typeof billetFields>;

export const LEAST_TOTAL = 500;
