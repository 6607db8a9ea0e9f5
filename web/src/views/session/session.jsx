export default function Session({ session }) { return <p>{session}</p> }
