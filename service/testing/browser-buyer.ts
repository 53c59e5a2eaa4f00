/** What a browser tells of its buyer where a 3-D Secure provider's server is told. */
export const BROWSER_BUYER = {
  device: {
    ...{ language: 'pt-BR', timezone: 'America/Sao_Paulo', timezoneOffsetMinutes: 180 },
    ...{ screenWidth: 1280, screenHeight: 720, colorDepth: 24, touchPoints: 0 },
  },
  payer: {
    ...{ name: 'Ana Souza', email: 'ana@example.com', phone: '5511987654321' },
    address: {
      ...{ street: 'Rua A', number: '10', city: 'São Paulo', state: 'SP', zipCode: '01310-100' },
    },
  },
};
