/** Who pays, as POST /payin takes it. Source: spec, "customer". */
export type CustomerInput = {
  /** First and last name, or that of the company. */
  name: string;
  /** CPF, or CNPJ where the account takes companies. */
  document: string;
  /** Where the buyer can be written to. */
  email: string;
  /** With country and area code, digits: `5511987654321`. */
  phone: string;
  /** Where they live, or have it sent. */
  address: {
    /** Without the number: `Avenida Paulista`. */
    street: string;
    /** As text: `1578`, `S/N`. */
    number: string;
    /** CEP, 8 digits. */
    zipCode: string;
    /** `São Paulo`. */
    city: string;
    /** Two letters: `SP`. */
    state: string;
    /** Floor or apartment. */
    complement?: string;
    /** `Bela Vista`. */
    neighborhood?: string;
  };
};
