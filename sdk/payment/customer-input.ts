/** Who pays, as POST /payin takes it. Source: spec, "customer". */
export type CustomerInput = {
  name: string;
  /** CPF, or CNPJ where the account takes companies. */
  document: string;
  email: string;
  /** With country and area code, digits: `5511987654321`. */
  phone: string;
  address: {
    street: string;
    number: string;
    /** CEP, 8 digits. */
    zipCode: string;
    city: string;
    /** Two letters: `SP`. */
    state: string;
    complement?: string;
    neighborhood?: string;
  };
};
