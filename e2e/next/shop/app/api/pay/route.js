const KEY_PAIR = Buffer.from('pk_test_no3ds:sk_test_no3ds').toString('base64');

export async function POST(request) {
  const answer = await fetch(`${process.env.CHECKOUT_API}/payin`, {
    method: 'POST',
    headers: { authorization: `Basic ${KEY_PAIR}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      paymentMethod: 'CREDIT_CARD',
      amount: 15990,
      referenceId: 'order-next',
      isPhysicalProduct: true,
      payerIp: '203.0.113.7',
      customer: {
        name: 'Marina Alves Souza',
        document: '52998224725',
        email: 'marina@exemplo.com.br',
        phone: '5511987654321',
        address: {
          street: 'Avenida Paulista',
          number: '1578',
          zipCode: '01310200',
          city: 'São Paulo',
          state: 'SP',
        },
      },
      items: [{ title: 'Café', quantity: 1, unitPrice: 15990 }],
      card: await request.json(),
    }),
  });
  return new Response(answer.body, { status: answer.status });
}
