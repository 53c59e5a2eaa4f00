/** Who pays, as POST /payin takes it. Source: spec, "customer". */
export type CustomerInput = {
  name: string;
  document: string;
  email: string;
  phone: string;
  address: {
    street: string;
    number: string;
    zipCode: string;
    city: string;
    state: string;
    complement?: string;
    neighborhood?: string;
  };
};
