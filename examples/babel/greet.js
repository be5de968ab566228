export const greet = (name) => {
  console.debug(`greet ${name}`);
  return `Hello, ${name}`;
};
